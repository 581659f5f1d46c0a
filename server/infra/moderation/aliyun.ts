/**
 * Moderation by Alibaba Cloud's Content Moderation (Green, version 2022-03-02): ImageModeration with `baselineCheck`, TextModerationPlus
 * with `comment_detection_pro`. Written from the public documents and never run against the service itself; what it answers
 * otherwise is for the seller to review.
 */
import { isFields } from '../../../contract/ground/fields'
import type { Clock } from '../../ports/clock'
import type { Judgement, Moderation, ModerationItem, Verdict } from '../../ports/moderation'
import type { AliyunAddress } from '../cutout/aliyun-address'
import { callAliyun } from '../cutout/aliyun-call'

export interface AliyunModerationOptions {
  readonly address: AliyunAddress
  readonly clock: Clock
  /** Returns a signal that ends an attempt of a call; 10 s by default. */
  readonly limit?: () => AbortSignal
}

/** Calls at the same time; the service takes 100 a second. */
const parallel = 5

/** The documents recommend to block what is risky, to look at what may be, and to let the rest pass. */
const verdicts: Readonly<Record<string, Verdict>> = { high: 'block', medium: 'review', low: 'pass', none: 'pass' }

export function createAliyunModeration(options: AliyunModerationOptions): Moderation {
  const { address, clock, limit = () => AbortSignal.timeout(10_000) } = options
  async function judge(item: ModerationItem): Promise<Judgement | null> {
    const [action, Service, parameters] =
      item.kind === 'picture'
        ? (['ImageModeration', 'baselineCheck', { imageUrl: item.url, dataId: item.id }] as const)
        : (['TextModerationPlus', 'comment_detection_pro', { content: item.text, dataId: item.id }] as const)
    const data = await callAliyun(
      action,
      { Service, ServiceParameters: JSON.stringify(parameters) },
      { address, limit, now: clock.now, version: '2022-03-02', system: 'moderation' },
    )
    return readJudgement(data)
  }
  return {
    async check(items) {
      const judgements = new Map<string, Judgement>()
      for (let from = 0; from < items.length; from += parallel) {
        const part = items.slice(from, from + parallel)
        // One item that cannot be judged does not take the others' judgements away.
        const settled = await Promise.allSettled(part.map(judge))
        for (const [at, result] of settled.entries()) {
          const id = part[at]?.id
          if (id !== undefined && result.status === 'fulfilled' && result.value) judgements.set(id, result.value)
        }
      }
      return judgements
    },
  }
}

/** Returns null for an answer without a known level of risk. */
function readJudgement(data: unknown): Judgement | null {
  if (!isFields(data) || typeof data.RiskLevel !== 'string') return null
  const verdict = verdicts[data.RiskLevel]
  if (verdict === undefined) return null
  const labels = (Array.isArray(data.Result) ? data.Result : []).flatMap((one) =>
    isFields(one) && typeof one.Label === 'string' && one.Label !== 'nonLabel' ? [one.Label] : [],
  )
  return { verdict, reason: verdict === 'pass' || labels.length === 0 ? null : labels.join('、').slice(0, 200) }
}
