/** Tests how the self-test measures the size of a message and how page and host keep to it, with both builds of the host half. */
import { describe, expect, test } from 'vitest'
import { wireSize } from '../core/frame-size'
import { probeText, textSum } from '../core/probe'
import { messageShape } from '../core/shape'
import { type Fault, hostBuilds } from './bench'

interface Echo {
  readonly length: number
  readonly sum: number
  readonly text: string
  readonly shape: string
}

/** A channel that loses messages longer than `most` letters. */
const upTo =
  (most: number): Fault =>
  (_, __, text) =>
    text.length > most ? [] : [{ delay: 1 }]

describe.each(hostBuilds)('with a host %s:', (_, bench) => {
  test('a probe arrives whole in both directions, above the limit of ordinary calls', async () => {
    const { page, clock } = bench({ host: { limits: { frame: 50_000 } } })
    const text = probeText(200_000)
    const sent = page.call<Echo>('diagnose.echo', { text, want: 0 }, { anySize: true })
    const got = page.call<Echo>('diagnose.echo', { text: '', want: 200_000 }, { anySize: true })
    await clock.advance(200)
    const { length, sum } = await sent
    expect([length, sum]).toEqual([200_000, textSum(text)])
    // Compared with ===, because `toBe` would take minutes to render a difference of so many letters.
    expect((await got).text === probeText(200_000)).toBe(true)
    const refused = page.call('diagnose.echo', { text, want: 0 }).catch((error: unknown) => (error as { code: string }).code)
    await clock.advance(10)
    expect(await refused).toBe('TOO_LARGE')
  })

  test('a probe that the client loses times out and leaves nothing behind', async () => {
    const { page, clock } = bench({ fault: upTo(50_000) })
    const lost = page.call('diagnose.echo', { text: probeText(60_000), want: 0 }, { anySize: true, timeoutMs: 3000 })
    const answer = page.call('diagnose.echo', { text: '', want: 60_000 }, { timeoutMs: 3000 })
    const errors = Promise.all([lost, answer].map((call) => call.catch((error: unknown) => error)))
    await clock.advance(20_000)
    expect(await errors).toMatchObject([{ code: 'TIMEOUT' }, { code: 'TIMEOUT' }])
    expect(page.stats().pending).toBe(0)
  })

  test('diagnose.echo reports the form in which the client delivers messages', async () => {
    const shapes = [
      ['detail.value', (frame: unknown) => ({ type: 'message', detail: { value: frame } })],
      ['detail.data', (frame: unknown) => ({ detail: { data: frame } })],
      ['text', (frame: unknown) => JSON.stringify(frame)],
      ['detail.text', (frame: unknown) => ({ detail: JSON.stringify(frame) })],
    ] as const
    for (const [name, wrap] of shapes) {
      const { page, clock } = bench({ fault: (way, frame) => [{ delay: 1, raw: way === 'toHost' ? wrap(frame) : frame }] })
      const call = page.call<Echo>('diagnose.echo', { text: 'x', want: 1 })
      await clock.advance(50)
      expect((await call).shape).toBe(name)
    }
  })

  test('after setLimits, the page’s frames and pieces and the host’s replies are smaller', async () => {
    const most = 40_000
    const handlers = { 'top.invoke': (params: unknown) => probeText((params as { n: number }).n) }
    const { page, clock, sent } = bench({ handlers, fault: upTo(most) })
    const welcome = page.ready()
    await clock.advance(50)
    await welcome
    page.setLimits({ frame: most, answer: most, chunk: 24_000 })
    const blob = page.sendBlob(new Uint8Array(200_000), { name: 'a.bin', type: '' })
    const pendingCall = page.call('top.invoke', { n: 30_000 })
    await clock.advance(5000)
    expect(await blob).toMatchObject({ size: 200_000 })
    expect(await pendingCall).toBe(probeText(30_000))
    expect(sent.filter(({ frame }) => frame.k === 'chunk')).toHaveLength(9)
    expect(Math.max(...sent.map(({ frame }) => wireSize(JSON.stringify(frame))))).toBeLessThanOrEqual(most + 1024)
    // Both sides refuse what is too large, instead of losing it on the way.
    const tooLarge = [page.call('top.invoke', { n: 1, text: probeText(50_000) }), page.call('top.invoke', { n: 60_000 })]
    const errors = Promise.all(tooLarge.map((call) => call.catch((error: unknown) => error)))
    await clock.advance(1000)
    expect(await errors).toMatchObject([
      { code: 'TOO_LARGE', stage: 'send' },
      { code: 'TOO_LARGE', stage: 'host' },
    ])
  })

  test('a restarted host learns the page’s limit with the first hello', async () => {
    const { page, clock, restartHost } = bench({ handlers: { 'top.invoke': () => probeText(60_000) } })
    page.setLimits({ answer: 40_000 })
    await clock.advance(50)
    restartHost()
    await clock.advance(2000)
    const pendingCall = page.call('top.invoke', {}).catch((error: unknown) => error)
    await clock.advance(500)
    expect(await pendingCall).toMatchObject({ code: 'TOO_LARGE', stage: 'host' })
  })
})

test.each([
  ['nothing around it', { qnb: 1 }, 'frame'],
  ['another library’s message', { detail: { hello: 1 } }, ''],
  ['a cut text', '{"qnb":1,', ''],
  ['nothing', null, ''],
])('messageShape: %s', (_, raw, shape) => {
  expect(messageShape(raw)).toBe(shape)
})
