// The time, for whatever counts down.

class Clockwork {
  now = $state(Date.now());
  #users = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Ticks four times a second while somebody looks. Call it in an effect. */
  watch(): () => void {
    if (this.#users++ === 0) this.#timer = setInterval(() => (this.now = Date.now()), 250);
    return () => {
      if (--this.#users === 0) clearInterval(this.#timer);
    };
  }
}

export const clockwork = new Clockwork();

/** Seconds as minutes and seconds, or days and hours. */
export function minutes(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= 86_400) return `${Math.floor(left / 86_400)} d ${Math.floor((left % 86_400) / 3600)} h`;
  if (left >= 3600) return `${Math.floor(left / 3600)}:${String(Math.floor((left % 3600) / 60)).padStart(2, '0')} h`;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

/** A moment as the hour of the day. */
export const hour = (at: number): string =>
  new Date(at * 1000).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
