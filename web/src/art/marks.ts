/** One path of a drawing. `tone` is an index into the colours that the drawing is given. */
export interface Mark {
  d: string;
  tone: number;
  /** Width of the line; a mark without it is filled. */
  line?: number;
  /** Dashes of the line, as in SVG. */
  dash?: string;
  /** Paths inside the path are holes. */
  holes?: boolean;
  opacity?: number;
  /** Where the mark stands: an SVG transform. */
  at?: string;
}

export function fill(d: string, tone = 0, opacity?: number): Mark {
  return { d, tone, opacity };
}

/** A filled path whose inner paths are holes, so that the ground shows through. */
export function cut(d: string, tone = 0): Mark {
  return { d, tone, holes: true };
}

export function line(d: string, width = 2, tone = 0, opacity?: number): Mark {
  return { d, tone, line: width, opacity };
}

export function dashes(d: string, dash: string, width = 2, tone = 0): Mark {
  return { d, tone, line: width, dash };
}

export function oval(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}

export function disc(x: number, y: number, r: number): string {
  return oval(x, y, r, r);
}

export function box(x: number, y: number, w: number, h: number): string {
  return `M${x} ${y}h${w}v${h}h${-w}z`;
}

/** The same marks, moved, sized and turned. */
export function put(marks: Mark[], x: number, y: number, size = 1, turn = 0): Mark[] {
  const at = `translate(${x} ${y})${turn ? ` rotate(${turn})` : ''}${size === 1 ? '' : ` scale(${size})`}`;
  return marks.map((mark) => ({ ...mark, at: mark.at ? `${at} ${mark.at}` : at }));
}
