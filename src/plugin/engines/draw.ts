import { type Span, span } from '../text/line.ts';
import type { Look, Tone } from '../text/look.ts';
import { drawTree, type TreeNode } from '../text/tree.ts';
import type { Survey, SurveyedEngine } from './survey.ts';

type SurveyedRule = SurveyedEngine['rules'][number];

const WORDS: Readonly<Record<SurveyedRule['type'], { readonly word: string; readonly tone: Tone }>> = {
  whole: { word: 'wholly', tone: 'good' },
  part: { word: 'partly', tone: 'moving' },
  none: { word: 'not served', tone: 'bad' },
};

/** Lines of a survey: an engine each, with the rules that it does not serve wholly. Pure. */
export function drawSurvey({ engines, invalid }: Survey, look: Look): string[] {
  const broken = invalid.map(
    ({ rule, why }): TreeNode => ({ line: [span(rule, 'strong'), span(': ')], text: why }),
  );
  return [
    ...engines.flatMap((each) => drawTree(engineNode(each), look)),
    ...(broken.length === 0
      ? []
      : drawTree({ line: [span('invalid, for every engine', 'bad')], children: broken }, look)),
  ];
}

function engineNode({ engine, rules }: SurveyedEngine): TreeNode {
  const lesser = (['none', 'part'] as const).flatMap((type) => rules.filter((rule) => rule.type === type));
  return { line: [span(engine, 'strong'), ...countsOf(rules)], children: lesser.map(ruleNode) };
}

function countsOf(rules: readonly SurveyedRule[]): readonly Span[] {
  return Object.entries(WORDS).flatMap(([type, { word, tone }]) => {
    const count = rules.filter((rule) => rule.type === type).length;
    return [span('  '), span(`${count} ${word}`, count === 0 ? 'faint' : tone)];
  });
}

function ruleNode(rule: SurveyedRule): TreeNode {
  const { word, tone } = WORDS[rule.type];
  const lost = rule.type === 'whole' ? [] : rule.lost;
  return {
    line: [span(rule.rule, 'strong'), span(' '), span(word, tone)],
    children: lost.map(({ field, why }) => ({ line: [span(`spec.${field}: `)], text: why })),
  };
}
