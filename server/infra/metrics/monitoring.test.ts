/** The example dashboard, the alert rules and the operator's page name only figures and labels that a scrape has. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OperationKind, operation } from '../../kernel/operation'
import { type Metrics, openMetrics } from './metrics'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')
const alerts = [...read('deploy/monitoring/alerts.yml').matchAll(/expr: (?:\|\n((?: {10,}.*\n)+)|(.*)\n)/g)].map(
  ([, block, line]) => block ?? line ?? '',
)
const { panels } = JSON.parse(read('deploy/monitoring/dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
const expressions = [...alerts, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]

/** An operation of each kind, so that every histogram has a series with its labels. */
const kinds: Readonly<Record<OperationKind, true>> = {
  request: true,
  'connection-wait': true,
  connection: true,
  statement: true,
  storage: true,
  call: true,
  'call-wait': true,
  job: true,
  cutout: true,
}
const state = { queue: 'q', due: 1, delayed: 0, running: 0, oldestSeconds: 1, failed: 0, deadLetters: 0 }
/** Labels of each series name that was scraped. */
const labels = new Map<string, Set<string>>()
let metrics: Metrics
beforeAll(async () => {
  metrics = openMetrics({
    queues: async () => [state],
    parts: { storage: () => ({ state: 'ok', problem: null }) },
    unbooked: async () => ({ payments: 0, fen: 0 }),
    backups: async () => null,
    maxConnections: 1,
  })
  for (const kind of Object.keys(kinds) as OperationKind[]) {
    await operation(
      () => ({ kind, name: 'n', system: 's', method: 'GET' }),
      async () => undefined,
    )
  }
  for (const line of (await metrics.scrape()).split('\n')) {
    const [, name, selector = ''] = /^([a-z_0-9]+)(?:\{(.*)\})? /.exec(line) ?? []
    // Prometheus itself adds the name of the process.
    if (name) labels.set(name, new Set(['instance', ...(labels.get(name) ?? []), ...namesIn(selector)]))
  }
})
afterAll(() => metrics.stop())

/** Returns the names of the labels in a selector such as `status=~"5..", route="/a"`. */
const namesIn = (selector: string): string[] => [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, name = '']) => name)
const metricPattern = /\b((?:kejiang|nodejs|process)_\w+)(?:\{([^}]*)\})?/g

describe('deploy/monitoring', () => {
  test('the rules and the dashboard have expressions', () => {
    expect(alerts).toHaveLength(14)
    expect(expressions.length).toBeGreaterThan(40)
  })

  test.each(expressions)('%s', (expression) => {
    const used = [...expression.matchAll(metricPattern)]
    expect(used).not.toEqual([])
    for (const [, name = '', selector = ''] of used) {
      expect([...labels.keys()]).toContain(name)
      for (const label of namesIn(selector)) expect([...(labels.get(name) ?? [])]).toContain(label)
    }
    const known = new Set(used.flatMap(([, name = '']) => [...(labels.get(name) ?? [])]))
    for (const [, list = ''] of expression.matchAll(/\bby \(([^)]*)\)/g)) {
      for (const label of list.split(/,\s*/)) expect([...known]).toContain(label)
    }
  })

  test('docs/operations.md explains every figure of the product', () => {
    const text = read('docs/operations.md')
    const own = [...labels.keys()]
      .filter((name) => name.startsWith('kejiang_'))
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
    expect([...new Set(own)].filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })
})
