import type { MotifName } from './draw';
import type { Roll } from './draw/parts';
import type { PaletteName } from './palettes';

interface Motifs {
  draws: MotifName[];
  palettes: PaletteName[];
}

type Line = [words: RegExp, draws: MotifName[], ...palettes: PaletteName[]];

/** What a title is about. The first line that fits counts, so the narrow ones stand first. */
const lines: Line[] = [
  [/\bperps?\b|fugitive|tracks/, ['walkers'], 'dawn', 'amber'],
  [/\bruts\b|helltrek|wagon/, ['ruts', 'wagon'], 'amber', 'sand'],
  [/muti\w+ toll/, ['tollgate', 'keepers'], 'rose'],
  [/\btoll|\bgate\b|border|checkpoint/, ['tollgate'], 'dawn', 'amber'],
  [/\bfair\b|carnival|circus|market/, ['fair'], 'rose', 'teal'],
  [/\btown\b|village|street|ruin/, ['stars', 'town'], 'dusk'],
  [/dust sea|\bship\b|harbour|wreck\b/, ['ship'], 'sand', 'amber'],
  [/dust devil|twister|whirl/, ['twister'], 'sand', 'dawn'],
  [/crawler|tank\b|rusted/, ['crawler'], 'dawn', 'amber'],
  [/\bpack\b|hound|dogs?\b|wolves/, ['beasts'], 'dawn', 'sand'],
  [/\bbirds?\b|vulture|crow/, ['birds'], 'sand', 'amber'],
  [/bone map|\bmap\b/, ['bones', 'trail'], 'sand', 'rose'],
  [/thunder lizard|dinosaur|boneyard|\bribs?\b/, ['ribs'], 'dawn', 'rose'],
  [/acid/, ['rain', 'glowpool'], 'green'],
  [/fallout/, ['trefoil', 'rain'], 'bile'],
  [/\brad\b|radiation/, ['trefoil', 'thunder'], 'bile'],
  [/drowned|arsenal|bunker/, ['bunker'], 'teal', 'dusk'],
  [/witch|\bhut\b/, ['swamp', 'hut'], 'bile', 'green'],
  [/louis/, ['arch', 'swamp', 'fog'], 'teal'],
  [/swamp|slough|bog\b/, ['swamp', 'fog'], 'green', 'teal'],
  [/morass/, ['swamp', 'fungus'], 'green'],
  [/river ?bed|dry river|\bcreek/, ['riverbed'], 'amber', 'sand'],
  [/flood|river|wave|\bsurge/, ['flood'], 'teal'],
  [/stones?\b|menhir|circle/, ['stones'], 'rose', 'teal'],
  [/spider|web\b/, ['spider'], 'sand', 'dawn'],
  [/satell|drone|hover/, ['drone'], 'rose', 'teal'],
  [/petrified/, ['deadtrees', 'logs'], 'teal', 'sand'],
  [/silence|\bwoods?\b|forest|trees?\b/, ['stars', 'deadtrees'], 'dusk'],
  [/diviner|dowser/, ['diviner'], 'amber', 'sand'],
  [/flyover|overpass|highway/, ['flyover'], 'dawn', 'teal'],
  [/rope|bridge/, ['ropebridge'], 'dawn', 'teal'],
  [/pedlar|peddler|scrap|trader|salvage/, ['cart'], 'amber', 'dawn'],
  [/psychic|\bpsi\b|echo|vision|mind/, ['psyche'], 'violet', 'dusk'],
  [/quicksand/, ['quicksand'], 'sand', 'amber'],
  [/preacher|priest|prophet/, ['preacher'], 'amber', 'dawn'],
  [/disciple|cult|monk|stranger/, ['hooded'], 'violet', 'dusk'],
  [/oracle|seer/, ['oracle'], 'violet', 'rose'],
  [/machine|robot|engine|factory/, ['machine'], 'dawn', 'rose'],
  [/slaver|prison/, ['camp', 'cage'], 'dawn', 'rose'],
  [/\bflag\b|banner|outpost/, ['camp', 'flag'], 'dawn', 'teal'],
  [/\bcamp\b|tents?\b/, ['camp'], 'dusk', 'dawn'],
  [/fung|mushroom|spore|mould/, ['fungus'], 'green', 'violet'],
  [/static/, ['mesa'], 'violet'],
  [/\bmast\b|signal|radio|antenna/, ['mast', 'flock'], 'teal', 'dawn'],
  [/butte|mesa/, ['buttes', 'flock'], 'dawn', 'rose'],
  [/hunters?\b|bounty|gang/, ['hunters'], 'dawn', 'amber'],
  [/mirage|oasis/, ['mirage'], 'amber', 'sand'],
  [/train|locomotive|station/, ['train'], 'dawn', 'sand'],
  [/\brail/, ['railcart'], 'sand', 'dawn'],
  [/\bfl(y|ies)\b|locust|swarm|insect/, ['flies'], 'dawn', 'green'],
  [/\bwell\b/, ['well'], 'bile', 'green'],
  [/spring|fountain/, ['springs'], 'teal', 'green'],
  [/water ?hole|water|pond|lake/, ['waterhole', 'flock'], 'teal', 'amber'],
  [/stampede|herd|cattle/, ['herd'], 'amber', 'sand'],
  [/straight/, ['straight'], 'amber', 'sand'],
  [/round\b|crossroads|signpost|detour/, ['road', 'signpost'], 'rose', 'amber'],
  [/caravan|convoy/, ['convoy'], 'dusk', 'dawn'],
  [/road ?block|militia|barricade/, ['barricade'], 'dawn', 'sand'],
  [/\broad\b|trail|\bpass\b|\bway\b/, ['road', 'flock'], 'teal', 'dawn'],
  [/supper|feast|invitation|\bpot\b|meal/, ['cauldron'], 'dusk', 'violet'],
  [/\bmine(s|field)?\b|trap/, ['mines'], 'sand', 'dawn'],
  [/feeders|\bbats?\b|vampire/, ['bats'], 'violet', 'dusk'],
  [/terror|nightmare|dark|lurk/, ['eyes'], 'bile', 'violet'],
  [/\bblock\b|\bcity\b|mania|riot/, ['blocks'], 'dusk', 'violet'],
  [/\brats?\b|vermin/, ['rats'], 'bile'],
  [/sinkhole|\bpit\b|chasm|abyss/, ['sinkhole'], 'sand', 'amber'],
  [/vault|\bsafe\b|old world/, ['vault'], 'teal', 'amber'],
  [/torch|\bmob\b|crowd/, ['mob'], 'dusk', 'violet'],
  [/\btar\b|\boil\b/, ['tar'], 'rose', 'sand'],
  [/skull|canyon|gorge/, ['canyon'], 'dawn', 'rose'],
  [/cliff|\bledge|wall\b/, ['cliff', 'flock'], 'amber', 'rose'],
  [/sandstorm/, ['storm'], 'sand', 'amber'],
  [/storm|wind|gale/, ['storm'], 'sand', 'dusk'],
  [/\bsea\b/, ['spikes'], 'teal'],
  [/glass|crystal|shard/, ['spikes'], 'amber', 'rose'],
  [/hideout|\bdoor\b|refuge|home/, ['hideout'], 'dawn', 'rose'],
  [/mutie country/, ['mutants', 'crate'], 'green', 'dawn'],
  [/muties?|mutant|tribe|folk/, ['mutants'], 'rose', 'green'],
  [/\bcrates?\b|cache|supplies/, ['crate', 'bush'], 'sand', 'amber'],
  [/\bbus\b|\bcar\b|truck|wreckage/, ['bus'], 'amber', 'sand'],
  [/bones?\b|graves?|dead/, ['bones'], 'sand', 'rose'],
  [/camp ?fire|\bfire\b|burn/, ['campfire'], 'dusk', 'violet'],
  [/statue|monument|idol/, ['statue', 'flock'], 'rose', 'sand'],
  [/crater|meteor/, ['crater'], 'dawn', 'bile'],
  [/explo|bomb|blast|shell/, ['explosion'], 'dawn', 'sand'],
  [/cave|\bden\b|lair|tunnel/, ['cave'], 'rose', 'bile'],
  [/tower|castle|keep\b|\bfort/, ['tower', 'flock'], 'teal', 'rose'],
  [/serpent|snake|worm/, ['serpent'], 'sand', 'green'],
  [/cactus|desert|\bdune/, ['cactuses', 'flock'], 'sand', 'amber'],
  [/fog|mist|cloud/, ['deadtrees', 'fog'], 'teal', 'green'],
  [/night|moon|star/, ['stars', 'cactuses'], 'dusk'],
  [/rain|shower/, ['rain'], 'teal', 'dusk'],
];

/** For titles about something else: land, and what is left on it. */
const anywhere: Line[] = [
  [/./, ['buttes', 'flock'], 'dawn', 'rose'],
  [/./, ['cactuses', 'flock'], 'sand', 'amber'],
  [/./, ['bus', 'bush'], 'amber', 'dawn'],
  [/./, ['mast', 'flock'], 'teal', 'dawn'],
  [/./, ['statue', 'bush'], 'rose', 'sand'],
  [/./, ['bones', 'bush'], 'sand', 'dawn'],
  [/./, ['town'], 'dawn', 'amber'],
  [/./, ['crater', 'bush'], 'dawn', 'green'],
  [/./, ['tower', 'flock'], 'teal', 'rose'],
  [/./, ['campfire', 'stars'], 'dusk', 'violet'],
];

/** What to draw for a title; a title without a known word gets a motif by its seed. */
export function motifsOf(title: string, roll: Roll): Motifs {
  const words = title.toLowerCase();
  const found = lines.find(([about]) => about.test(words)) ?? anywhere[roll(0, anywhere.length - 1)];
  const [, draws, ...palettes] = found ?? [/./, [], 'sand'];
  return { draws, palettes };
}
