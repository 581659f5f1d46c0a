import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseLimits, chunkFor } from './limits'
import { engineText, redactText } from './redact'
import { type Answer, type Question, questions, ReportError, readReport, reportText, type SelfTestReport } from './report'

const answer = (facts: Answer['facts'] = {}, state: Answer['state'] = 'passed'): Answer => ({
  state,
  figure: '',
  meaning: '',
  ms: 1,
  facts,
})
const client = '9.97.56N'

/** Returns a report in which the other questions have passed. */
const report = (own: Partial<Record<Question, Answer>> = {}, more: Partial<SelfTestReport> = {}): SelfTestReport => ({
  kejiangSelfTest: 1,
  madeAt: '2026-11-21T08:00:00.000Z',
  plugin: '0.1.0 (dev)',
  environment: 'qianniu',
  client,
  shell: '0.1.0',
  engine: 'Chrome/130.0.0.0',
  page: 'packed',
  answers: Object.fromEntries(questions.map((name) => [name, own[name] ?? answer()])) as SelfTestReport['answers'],
  ...more,
})

describe('reading a report', () => {
  test('readReport reads what reportText wrote', () => {
    const made = report({ frame: answer({ toHost: 300_000, names: ['a', 'b'], none: null, yes: true }) })
    expect(readReport(reportText(made))).toEqual(made)
  })

  test('readReport drops unknown fields', () => {
    const text = JSON.stringify({ ...report(), nick: '某某旗舰店', answers: { ...report().answers, other: 1 } })
    expect(readReport(text)).toEqual(report())
  })

  test.each([
    ['nothing', '', '不是完整的 JSON'],
    ['half of one', reportText(report()).slice(0, 300), '不是完整的 JSON'],
    ['something else', '{"name":"x"}', '这不是自检报告'],
    ['a list', '[]', '这不是自检报告'],
    ['null', 'null', '这不是自检报告'],
    ['one of a newer plugin', JSON.stringify({ ...report(), kejiangSelfTest: 2 }), '请先升级插件'],
    ['one of the time before', JSON.stringify({ ...report(), kejiangSelfTest: 0 }), '格式太旧'],
    ['an answer missing', JSON.stringify({ ...report(), answers: { ...report().answers, upload: undefined } }), 'upload'],
    ['a state nobody knows', JSON.stringify(report({ code: answer({}, 'good' as 'passed') })), 'state'],
    ['facts that are deep', JSON.stringify(report({ host: answer({ a: { b: 1 } as never }) })), 'host.facts.a'],
    ['a fact named like a prototype', JSON.stringify(report()).replace('"facts":{}', '"facts":{"__proto__":1}'), 'frame.facts'],
    ['a time that is none', JSON.stringify(report({}, { madeAt: 'soon' })), 'madeAt'],
    ['far too much', `"${'x'.repeat(300_000)}"`, '太大'],
  ])('readReport refuses a text and names the problem: %s', (_, text, said) => {
    expect(() => readReport(text)).toThrow(ReportError)
    expect(() => readReport(text)).toThrow(said)
  })

  test('readReport returns a report or throws a ReportError for any text', () => {
    const around = fc.oneof(
      fc.json(),
      fc.json().map((inner) => `{"kejiangSelfTest":1,"answers":${inner}}`),
      fc.string(),
    )
    fc.assert(
      fc.property(around, (text) => {
        try {
          readReport(text)
        } catch (error) {
          expect(error).toBeInstanceOf(ReportError)
        }
      }),
    )
  })
})

describe('limits chosen from a report', () => {
  const chosen = (own: Partial<Record<Question, Answer>>) => chooseLimits(report(own), client)
  const defaults = { from: 'defaults', upload: 'client', saving: ['client', 'picker', 'download'], storage: 'client' }

  test.each([
    ['there is none', null, 'none'],
    ['it is unreadable', 'unreadable', 'unreadable'],
    ['it is of another client', report({}, { client: '9.10.00N' }), 'other-client'],
    ['it was made in a browser', report({}, { environment: 'browser' }), 'not-qianniu'],
  ] as const)('chooseLimits returns the defaults where %s', (_, stored, why) => {
    expect(chooseLimits(stored, client)).toEqual({ ...defaults, why })
  })

  test('a report without deviations changes only the origin of the limits', () => {
    expect(chosen({})).toEqual({ ...defaults, from: 'report', why: 'measured', madeAt: '2026-11-21T08:00:00.000Z' })
  })

  test('limits of messages and pieces are 90 % of the measured size', () => {
    const limits = chosen({ frame: answer({ toHost: 200_000, toPage: 100_000 }) })
    expect(limits).toMatchObject({ frame: 180_000, answer: 90_000 })
    const { chunk = 0 } = limits
    expect(chunk % 3).toBe(0)
    // Base64 and envelope of a piece fill the frame without exceeding it.
    expect((chunk / 3) * 4 + 1024).toBeLessThanOrEqual(180_000)
    expect((chunk / 3) * 4 + 1024).toBeGreaterThan(179_990)
  })

  test('implausible measurements give no limit below the minimum', () => {
    expect(chosen({ frame: answer({ toHost: 1, toPage: -5 }) })).toMatchObject({ frame: 8192 })
    expect(chosen({ frame: answer({ toHost: '200' }) }).frame).toBeUndefined()
    expect(chunkFor(1)).toBe(3)
  })

  test('questions without a measurement do not change the limits', () => {
    expect(chosen({ frame: answer({ toHost: 20_000 }, 'open'), file: answer({ written: false }, 'skipped') })).toMatchObject({
      ...defaults,
      from: 'report',
    })
  })

  test.each([
    ['the client writes no files', { file: answer({ written: false }, 'failed') }],
    ['no upload arrived', { upload: answer({ arrived: false }, 'failed') }],
  ])('pictures are uploaded to the API where %s', (_, own) => {
    expect(chosen(own).upload).toBe('api')
  })

  test('an upload that failed for another reason does not change the way of uploads', () => {
    expect(chosen({ upload: answer({ arrived: false, error: 'AUTH_EXPIRED' }, 'failed') }).upload).toBe('client')
  })

  test('files are saved in the way that the tester saw working', () => {
    expect(chosen({ saving: answer({ client: 'fails', picker: 'absent', download: 'works' }) }).saving).toEqual(['download'])
    expect(chosen({ saving: answer({ client: 'fails', picker: 'untried', download: 'works' }, 'open') }).saving).toEqual([
      'download',
      'picker',
    ])
    expect(chosen({ saving: answer({ client: 'fails', picker: 'fails', download: 'fails' }, 'failed') }).saving).toEqual(
      defaults.saving,
    )
  })

  test('texts are stored where they survived', () => {
    expect(chosen({ storage: answer({ clientStorage: 'lost', pageStorage: 'kept' }) }).storage).toBe('page')
    expect(chosen({ storage: answer({ clientStorage: 'lost', pageStorage: 'lost' }, 'failed') }).storage).toBe('client')
    expect(chosen({ storage: answer({ clientStorage: 'kept', pageStorage: 'lost' }) }).storage).toBe('client')
  })
})

describe('what leaves the shop', () => {
  test.each([
    ['上传 cloud://tenant-8817/kejiang/1/a.png 失败', '上传 cloud://… 失败'],
    ['GET https://shop.example.com/api/x?token=abc failed', 'GET https://shop.example.com/… failed'],
    ['session=6101a1c2d3e4f5, code 27', 'session=…, code 27'],
    ['{"nick":"某某旗舰店","code":"11"}', '{"nick":"…","code":"11"}'],
    ['Bearer eyJhbGciOi.JIUzI1.NiJ9', 'Bearer …'],
    ['open cntaobao某某旗舰店:客服', 'open cntaobao…'],
    ['C:\\Users\\wang\\AppData denied', 'C:\\Users\\…\\AppData denied'],
    ['call 13800138000', 'call …'],
    ['id 8f14e45fceea167a5a36dedd4bea2543', 'id …'],
    ['TimeoutError 超过 10 秒', 'TimeoutError 超过 10 秒'],
  ])('redacted removes the seller’s data: %s', (said, left) => {
    expect(redactText(said)).toBe(left)
  })

  test('redacted removes a given name wherever it appears', () => {
    expect(redactText('欢迎 某某旗舰店', ['某某旗舰店'])).toBe('欢迎 …')
  })

  test('redacted cuts long texts before it searches them', () => {
    for (const piece of ['a.', 'a1-', ' ', '1 ']) expect(redactText(piece.repeat(200_000)).length).toBeLessThanOrEqual(200)
  })

  test('engineText keeps only system, products and versions of a user agent', () => {
    const reportJson =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; nick=某某) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Qianniu/9.97.56N uid/某某 TBSESSION/6101abc'
    expect(engineText(reportJson)).toBe(
      '(Windows NT 10.0; Win64; x64) Mozilla/5.0 AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Qianniu/9.97.56N',
    )
  })
})
