// Files for people to keep: records, and reports of problems.

import type { Event, Position } from '../protocol';
import { api } from './api';

/** Save data as a JSON file. */
export function download(name: string, data: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 1)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** What a report of a problem holds: only what the person could see. */
export interface Reported {
  table: string;
  position?: Position | null;
  events?: Event[];
  record?: Record<string, unknown> | null;
  error?: string;
}

/** Save what is needed to find out what went wrong. */
export async function report(what: Reported): Promise<void> {
  const health = await api.health().catch(() => null);
  download(`adjudge-report-${what.table}.json`, {
    ...what,
    version: health?.version ?? 'unknown',
    build: health?.build ?? 'unknown',
    address: location.pathname + location.search,
    browser: navigator.userAgent,
    screen: `${innerWidth} x ${innerHeight}`,
    at: new Date().toISOString(),
  });
}
