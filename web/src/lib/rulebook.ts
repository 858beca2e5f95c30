// Rules as a book: chapters, neighbours, and what refers to what.

import type { Rule, Rules } from '../protocol';

interface Section {
  name: string;
  rules: Rule[];
}
interface Chapter {
  name: string;
  sections: Section[];
}

const ID = /\b[A-Z]{2}-[A-Z0-9]+-\d+\b/g;

/** A text cut at the rule ids in it; `id` pieces are ids. */
export function pieces(text: string): { text: string; id: boolean }[] {
  const found: { text: string; id: boolean }[] = [];
  let at = 0;
  for (const match of text.matchAll(ID)) {
    found.push({ text: text.slice(at, match.index), id: false }, { text: match[0], id: true });
    at = match.index + match[0].length;
  }
  return [...found, { text: text.slice(at), id: false }].filter((piece) => piece.text !== '');
}

/** The ids that a text mentions. */
const mentioned = (text: string): string[] => text.match(ID) ?? [];

/** A rule that stands in several sections is listed in the first. */
const placeOf = (rule: Rule): string[] => (rule.section.split(';')[0] ?? '').split(' / ').map((part) => part.trim());

/** Sections that belong to one stand together, where the first of them stands. */
function together(sections: Section[]): Section[] {
  const above = (section: Section) => section.name.split(' / ')[0] ?? '';
  const groups = new Map<string, Section[]>();
  for (const section of sections) groups.set(above(section), [...(groups.get(above(section)) ?? []), section]);
  return [...groups.values()].flat();
}

/** The rules in chapters and sections, in the book's order. */
export function chapters(rules: Rule[]): Chapter[] {
  const found: Chapter[] = [];
  for (const rule of rules) {
    const [first = '', ...rest] = placeOf(rule);
    const name = rest.join(' / ');
    let chapter = found.find((other) => other.name === first);
    if (!chapter) found.push((chapter = { name: first, sections: [] }));
    let section = chapter.sections.find((other) => other.name === name);
    if (!section) chapter.sections.push((section = { name, rules: [] }));
    section.rules.push(rule);
  }
  for (const chapter of found) chapter.sections = together(chapter.sections);
  return found;
}

/** What else to read: what the rule mentions or is about. */
export function seeAlso(book: Rules, rule: Rule): Rule[] {
  const ids = new Set([...rule.about, ...mentioned(rule.text), ...mentioned(rule.question)]);
  ids.delete(rule.id);
  return book.rules.filter((other) => ids.has(other.id));
}

/** The rules and rulings that refer to this one. */
export function referring(book: Rules, rule: Rule): Rule[] {
  return book.rules.filter(
    (other) => other.id !== rule.id && (other.about.includes(rule.id) || mentioned(other.text).includes(rule.id)),
  );
}

/** The rules that hold every word, or whose id does. */
export function search(rules: Rule[], wanted: string): Rule[] {
  const words = wanted.toLowerCase().replace('§', '').split(/\s+/).filter(Boolean);
  return rules.filter((rule) => {
    const text = `${rule.id} ${rule.section} ${rule.question} ${rule.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
