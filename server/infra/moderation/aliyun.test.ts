import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signature } from '../cutout/aliyun-call'
import { createAliyunModeration } from './aliyun'

const asked: Record<string, string>[] = []
const answers: Readonly<Record<string, unknown>> = {
  good: { RiskLevel: 'none', Result: [{ Label: 'nonLabel' }] },
  bad: { RiskLevel: 'high', Result: [{ Label: 'contraband_drug', Confidence: 90 }] },
  odd: { RiskLevel: 'medium', Result: [{ Label: 'ad' }, { Label: 'pt_logo' }] },
  unclear: { RiskLevel: 'unheard-of' },
}
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const parameters = Object.fromEntries(new URLSearchParams(body))
    asked.push(parameters)
    const { dataId } = JSON.parse(parameters.ServiceParameters ?? '{}') as { dataId: string }
    const Data = answers[dataId]
    response.statusCode = Data ? 200 : 400
    response.end(JSON.stringify(Data ? { Code: 200, Data } : { Code: 'InvalidParameter' }))
  })
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('pictures and texts are asked in signed calls, risk decides, and what has no clear answer is left out', async () => {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const moderation = createAliyunModeration({
    address: { endpoint, keyId: 'key', keySecret: 'secret' },
    clock: { now: () => new Date('2026-11-23T08:00:00Z') },
  })
  const pictures = ['good', 'bad', 'unclear', 'failing'].map(
    (id) => ({ id, kind: 'picture', url: `https://shop/${id}` }) as const,
  )
  const judged = await moderation.check([...pictures, { id: 'odd', kind: 'text', text: '小明' }])
  expect(Object.fromEntries(judged)).toEqual({
    good: { verdict: 'pass', reason: null },
    bad: { verdict: 'block', reason: 'contraband_drug' },
    odd: { verdict: 'review', reason: 'ad、pt_logo' },
  })
  for (const { Signature, ...parameters } of asked) {
    expect(Signature).toBe(signature('POST', parameters, 'secret'))
    expect(parameters.Version).toBe('2022-03-02')
  }
  const text = asked.find(({ Action }) => Action === 'TextModerationPlus')
  expect(text).toMatchObject({ Service: 'comment_detection_pro', ServiceParameters: '{"content":"小明","dataId":"odd"}' })
})
