// Files for people to keep: records, and reports of problems.

import type { Event, Position } from '../protocol';
import { api } from './api';
import { within } from './path';

/** Save data as a JSON file. */
export function download(name: string, data: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 1)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Links are for whom they were made, not for whoever reads a report. */
function withoutLinks(position: Position): Position {
  const { people } = position;
  const seats = people.seats.map((seat) => ({ ...seat, invite: null }));
  return { ...position, people: { ...people, seats, invite: null } };
}

/** Save what is needed to find out what went wrong: what the person saw, and the record if it is open to them. */
export async function report(position: Position, events: Event[], record: Record<string, unknown> | null = null): Promise<void> {
  const health = await api.health().catch(() => null);
  download(`adjudge-report-${position.table}.json`, {
    version: health?.version ?? 'unknown',
    build: health?.build ?? 'unknown',
    at: new Date().toISOString(),
    address: within(location.pathname),
    browser: navigator.userAgent,
    screen: `${innerWidth} x ${innerHeight}`,
    position: withoutLinks(position),
    events,
    record,
  });
}
