/** The configuration of Prometheus and its rules, judged by Prometheus's own promtool where that is installed. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './composition-file'

const folder = join(root, 'deploy/monitoring')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const isThere = spawnSync('promtool', ['--version']).error === undefined
const promtool = isThere ? test : test.skip

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[]
}
const ruleFiles = (parse(read('prometheus.yml')) as { rule_files: string[] }).rule_files
const alertsOf = (name: string): string[] =>
  (parse(read(name)) as Rules).groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))

interface Case {
  readonly alert: string
  readonly series: string
  readonly values: string
  readonly at: string
  readonly labels: string
  readonly fires: boolean
}
/** Series at one value a minute, and whether the alert fires at a time. */
const cases: readonly Case[] = [
  {
    alert: 'KejiangProcessGone',
    series: 'up{job="kejiang",instance="a"}',
    values: '1x5 0x5',
    at: '10m',
    labels: 'instance: a, job: kejiang',
    fires: true,
  },
  {
    alert: 'KejiangProcessGone',
    series: 'up{job="kejiang",instance="a"}',
    values: '1 0 1x9',
    at: '10m',
    labels: '',
    fires: false,
  },
  {
    alert: 'KejiangNotReady',
    series: 'probe_success{job="kejiang-public",instance="u"}',
    values: '0x9',
    at: '9m',
    labels: 'instance: u, job: kejiang-public',
    fires: true,
  },
  {
    alert: 'KejiangCertificateExpires',
    series: 'probe_ssl_earliest_cert_expiry{job="kejiang-public",instance="u"}',
    values: '1000000x90',
    at: '90m',
    labels: 'instance: u, job: kejiang-public',
    fires: true,
  },
  {
    alert: 'KejiangCertificateExpires',
    series: 'probe_ssl_earliest_cert_expiry{job="kejiang-public",instance="u"}',
    values: '3000000x90',
    at: '90m',
    labels: '',
    fires: false,
  },
]

describe('deploy/monitoring', () => {
  test('every alert of every rule file has a row in docs/operations.md, and no row names another one', () => {
    const text = readFileSync(join(root, 'docs/operations.md'), 'utf8')
    const explained = [...text.matchAll(/^\| (`Kejiang\w+`(?:, `Kejiang\w+`)*) \|/gm)].flatMap(
      ([, names = '']) => names.match(/Kejiang\w+/g) ?? [],
    )
    expect(explained.sort()).toEqual(ruleFiles.flatMap(alertsOf).sort())
  })

  promtool('Prometheus accepts its configuration and every rule', () => {
    const checked = spawnSync('promtool', ['check', 'config', 'prometheus.yml'], { cwd: folder, encoding: 'utf8' })
    expect(checked.stderr).toBe('')
    expect(checked.status).toBe(0)
  })

  promtool('the alerts for the surroundings fire when they should and not otherwise', () => {
    const work = mkdtempSync(join(tmpdir(), 'kejiang-rules-'))
    try {
      const rules = parse(read('alerts-surroundings.yml')) as { groups: { rules: { annotations: object }[] }[] }
      // The sentences of the alerts are not compared here.
      for (const { rules: list } of rules.groups) for (const rule of list) rule.annotations = {}
      writeFileSync(join(work, 'rules.yml'), JSON.stringify(rules))
      const severity = (alert: string): string => (alert === 'KejiangCertificateExpires' ? 'warning' : 'critical')
      const tests = cases.map(({ alert, series, values, at, labels, fires }) => {
        const expected = Object.fromEntries(
          labels
            .split(', ')
            .filter(Boolean)
            .map((pair) => pair.split(': ')),
        )
        return {
          interval: '1m',
          input_series: [{ series, values }],
          alert_rule_test: [
            {
              eval_time: at,
              alertname: alert,
              exp_alerts: fires ? [{ exp_labels: { ...expected, severity: severity(alert) } }] : [],
            },
          ],
        }
      })
      writeFileSync(join(work, 'test.yml'), JSON.stringify({ rule_files: ['rules.yml'], evaluation_interval: '1m', tests }))
      const judged = spawnSync('promtool', ['test', 'rules', 'test.yml'], { cwd: work, encoding: 'utf8' })
      expect([judged.status, judged.stdout + judged.stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  })

  test.skipIf(isThere)('promtool is not installed here, so the rules were not judged', () => undefined)
})
