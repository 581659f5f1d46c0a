/** The page for receivers' programmers says what is sent: its example of a check is run, and its example of a body is one. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { webhookEvents } from '../../contract/constants'
import { eventBodies } from '../../contract/schemas/webhook-events'
import { retryWaits } from '../domain/webhooks/retries'
import { eventHeaders, signedHeaders } from '../domain/webhooks/signature'

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const block = (language: string): string => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ''

type Check = (headers: Record<string, string>, body: string, secrets: readonly string[], now?: number) => boolean
const readCheck = async (): Promise<Check> =>
  (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(block('js'))}`)).isFromKejiang

test('the documented check of Node takes what is sent, with either secret, and nothing that was changed, is old or of another', async () => {
  const isFromKejiang = await readCheck()
  const now = new Date('2026-03-01T08:00:00Z')
  const body = '{"id":"1","data":{"words":"你好"}}'
  const sent = (secrets: string[]) => {
    const headers = signedHeaders({ id: 1, kind: 'test', body, secrets, now })
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  }
  const headers = sent(['whsec_new', 'whsec_old'])
  expect(isFromKejiang(headers, body, ['whsec_new'], now.getTime())).toBe(true)
  expect(isFromKejiang(headers, body, ['whsec_old'], now.getTime() + 299_000)).toBe(true)
  expect(isFromKejiang(sent(['whsec_new']), body, ['whsec_old'], now.getTime())).toBe(false)
  expect(isFromKejiang(headers, body.replace('1', '2'), ['whsec_new'], now.getTime())).toBe(false)
  expect(isFromKejiang(headers, body, ['whsec_new'], now.getTime() + 301_000)).toBe(false)
  expect(isFromKejiang({ ...headers, 'kejiang-timestamp': '1772352001' }, body, ['whsec_new'], now.getTime())).toBe(false)
  expect(isFromKejiang({}, body, ['whsec_new'], now.getTime())).toBe(false)
})

test('the documented body is one of the contract, and each event and header has its line', () => {
  const body = JSON.parse(block('json'))
  expect(eventBodies['push.done'].strict().parse(body)).toEqual(body)
  for (const event of [...webhookEvents, 'test']) expect(page).toContain(`| \`${event}\` |`)
  for (const header of Object.values(eventHeaders)) expect(page).toContain(`| \`${header}\` |`)
})

test('the documented waits before further attempts are those of the code', () => {
  const hours = retryWaits.reduce((sum, wait) => sum + wait, 0) / 3_600_000
  expect(page).toContain('约 10 秒、1 分、5 分、15 分、1、2、4、6、6、8 小时后再发，共 27 个多小时')
  expect(retryWaits).toEqual([10, 60, 300, 900, 3600, 7200, 14_400, 21_600, 21_600, 28_800].map((seconds) => 1000 * seconds))
  expect(Math.floor(hours)).toBe(27)
})
