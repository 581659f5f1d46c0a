/**
 * The figures of a benchmark. A side of a figure is a number, or a sample: one value for several runs with the lowest and the highest
 * of them, { value, low, high, values }.
 */

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** Other work on the machine only ever adds time, so the best run shows what a side can do. */
export const least = (values) => Math.min(...values)

/** The value below which this share of the values lies (0.95: p95), by the nearest rank. */
export const percentile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]

const sample = (value, values) => ({ value, low: Math.min(...values), high: Math.max(...values), values })

/** A sample whose value is the median of the runs. */
export const medianOf = (values) => sample(median(values), values)

/** A sample whose value is the lowest of the runs. */
export const leastOf = (values) => sample(least(values), values)

/** A sample whose value is the highest of the runs. */
export const mostOf = (values) => sample(Math.max(...values), values)

/** A sample of runs with many values each: the percentile of all values; the spread is that of the percentiles of the runs. */
export const percentileOf = (runs, share) =>
  sample(
    percentile(runs.flat(), share),
    runs.map((values) => percentile(values, share)),
  )

/** The sample with every value divided by `by`: times of runs become times of one of the run's parts. */
export const scaled = ({ value, low, high, values }, by) => ({
  value: value / by,
  low: low / by,
  high: high / by,
  values: values.map((one) => one / by),
})

const round = (value) => Number(value.toPrecision(4))
const bare = (side) => (typeof side === 'number' ? side : side.value)
const spread = (side) => (typeof side === 'number' || side.values.length < 2 ? null : [round(side.low), round(side.high)])

/** The lowest and highest ratio of the runs that were made one right after the other; null without such runs. */
function ratioSpread(ours, peer) {
  if (typeof ours === 'number' || typeof peer === 'number' || ours.values.length !== peer.values.length || ours.values.length < 2)
    return null
  const ratios = ours.values.map((value, run) => value / peer.values[run])
  return [round(Math.min(...ratios)), round(Math.max(...ratios))]
}

/** Whether the figure is within its bar: `met`, `missed`, or `shown only` without a bar. */
function verdict({ ours, ratio, unit }, bar) {
  if (bar === null) return 'shown only'
  if (bar.ratio !== undefined && ratio === null) throw new Error('a bar of a ratio needs a peer')
  if (bar.unit !== undefined && bar.unit !== unit) throw new Error(`the bar is in ${bar.unit}, the figure in ${unit}`)
  const isMet = bar.ratio !== undefined ? ratio <= bar.ratio : bar.most !== undefined ? ours <= bar.most : ours >= bar.least
  return isMet ? 'met' : 'missed'
}

/**
 * Makes a figure ready to be shown.
 * @param {{ name: string, ours: number | object, peer?: number | object, unit: string, runs?: number, note?: string }} measured
 *   without a peer the figure is compared with its bar alone; `note` says under what conditions it was measured
 * @param {{ ratio?: number, most?: number, least?: number, unit?: string } | null} bar from bars.mjs
 */
export function judge({ name, ours, peer, unit, runs, note }, bar) {
  const figure = {
    name,
    ours: round(bare(ours)),
    oursSpread: spread(ours),
    peer: peer === undefined ? null : round(bare(peer)),
    peerSpread: peer === undefined ? null : spread(peer),
    ratio: peer === undefined ? null : round(bare(ours) / bare(peer)),
    ratioSpread: peer === undefined ? null : ratioSpread(ours, peer),
    unit,
    runs: runs ?? (typeof ours === 'number' ? 1 : ours.values.length),
    bar,
    note: note ?? null,
  }
  return { ...figure, verdict: verdict(figure, bar) }
}

/** `12.3 ms (11.9–14.2)` */
export function shown(value, range, unit = '') {
  if (value === null) return '–'
  const text = unit === '' ? String(value) : `${value} ${unit}`
  return range === null ? text : `${text} (${range[0]}–${range[1]})`
}

/** `≤ 0.7×`, `≤ 50 ms`, `≥ 50 fps`; `–` without a bar. */
export function shownBar(bar) {
  if (bar === null) return '–'
  if (bar.ratio !== undefined) return `≤ ${bar.ratio}×`
  return bar.most !== undefined ? `≤ ${bar.most} ${bar.unit}` : `≥ ${bar.least} ${bar.unit}`
}
