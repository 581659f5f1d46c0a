/** Writes what benchmarks measured as docs/performance.md, and as lines for a terminal. */
import { shown, shownBar } from './figures.mjs'

const seconds = (ms) => `${Math.round(ms / 1000)} s`
const minutes = (ms) => `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`

/** One figure for a terminal: the name, then the numbers below it. */
export function figureLines({ name, ours, oursSpread, peer, peerSpread, ratio, ratioSpread, unit, runs, bar, verdict, note }) {
  const parts = [
    `ours ${shown(ours, oursSpread, unit)}`,
    peer === null ? null : `peer ${shown(peer, peerSpread, unit)}`,
    ratio === null ? null : `ratio ${shown(ratio, ratioSpread)}`,
    bar === null ? null : `bar ${shownBar(bar)}`,
    `${runs} runs`,
    note,
    verdict,
  ]
  return `${name}\n    ${parts.filter((part) => part !== null).join(' · ')}`
}

const cell = (text) => String(text).replaceAll('|', '\\|')
const row = (cells) => `| ${cells.map(cell).join(' | ')} |`

function table(bench, { figures, missing }) {
  const head = [row(['Figure', 'Ours', 'Peer', 'Ratio', 'Bar', 'Runs', 'Verdict']), '|---|---|---|---|---|---|---|']
  const nameOf = (name) => name.slice(bench.length + 2)
  const measured = figures.map((figure) =>
    row([
      nameOf(figure.name) + (figure.note ? ` (${figure.note})` : ''),
      shown(figure.ours, figure.oursSpread, figure.unit),
      shown(figure.peer, figure.peerSpread, figure.peer === null ? '' : figure.unit),
      shown(figure.ratio, figure.ratioSpread),
      shownBar(figure.bar),
      figure.runs,
      figure.verdict === 'missed' ? '**missed**' : figure.verdict,
    ]),
  )
  const rest = missing.map(([name, bar]) => row([nameOf(name), '–', '–', '–', shownBar(bar), '–', '**not measured**']))
  return [...head, ...measured, ...rest].join('\n')
}

/** Counts verdicts: `31 met, 7 missed, 2 not measured, 40 shown only`. */
export function counted(results) {
  const of = (verdict) => results.flatMap(({ figures }) => figures).filter((figure) => figure.verdict === verdict).length
  const missing = results.reduce((sum, { missing: bars }) => sum + bars.length, 0)
  return `${of('met')} met, ${of('missed')} missed, ${missing} not measured, ${of('shown only')} shown only`
}

function section(bench, area, result, versionOf) {
  const peers = (area.peers ?? []).map(versionOf)
  const took =
    result.problem === null
      ? `It took ${seconds(result.ms)}.`
      : `It did not come to its end after ${seconds(result.ms)}: ${result.problem}.`
  return [
    `## ${area.title}`,
    '',
    [area.what, peers.length > 0 ? `Peers: ${peers.join(', ')}.` : '', `Repeat: \`npm run bench -- ${bench}\`. ${took}`]
      .filter(Boolean)
      .join(' '),
    '',
    table(bench, result),
    '',
  ]
}

/**
 * The whole document.
 * @param {{ areas: object, results: { bench: string, figures: object[], missing: [string, object][], problem: string | null, ms: number }[],
 *   machine: [string, string][], date: Date, loads: [number, number], versionOf: (name: string) => string }} run
 */
export function documentOf({ areas, results, machine, date, loads, versionOf }) {
  const whole = results.reduce((sum, { ms }) => sum + ms, 0)
  const missed = results.flatMap(({ figures }) => figures).filter(({ verdict }) => verdict === 'missed')
  return [
    '# Performance',
    '',
    '<!-- Written by `npm run bench -- all`; changes by hand are lost with its next run. -->',
    '',
    `Measured on ${date.toISOString().slice(0, 10)} by \`npm run bench -- all\` in ${minutes(whole)}: ${counted(results)}.`,
    '',
    '| | |',
    '|---|---|',
    ...machine.map(row),
    row(['Load at the start and the end', `${loads[0]} and ${loads[1]} programs that wanted a processor`]),
    '',
    'Ours and the peer run in turns on the same machine; a number is the value of its runs, with the lowest and the highest of them in',
    'brackets. A ratio is ours divided by the peer’s, its brackets those of the single pairs of runs. A bar is a limit for the ratio (×) or, for',
    'a figure without a peer, for its value; *shown only* is a figure without a bar. The bars are in [bench/bars.mjs](../bench/bars.mjs).',
    'On a machine that does other work at the same time (a load above the number of cores) the times are longer and the spreads wider.',
    '',
    ...(missed.length === 0
      ? ['Every bar that was measured is met.', '']
      : [
          'Missed:',
          '',
          ...missed.map(
            (figure) =>
              `- ${figure.name}: ${shown(figure.ratio ?? figure.ours, null, figure.bar.ratio ? '' : figure.unit)}, bar ${shownBar(figure.bar)}`,
          ),
          '',
        ]),
    ...results.flatMap((result) => section(result.bench, areas[result.bench], result, versionOf)),
  ].join('\n')
}
