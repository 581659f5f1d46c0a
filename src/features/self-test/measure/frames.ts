import type { Diagnosis } from '../../../../adapters/diagnosis/types'
import { PlatformError } from '../../../../adapters/platform'
import { bytesText } from '../../../../contract/rules/sizes'
import { type Measurement, refusalOf, type Step } from '../steps'

const firstSize = 16 * 1024
/** Largest message that is tried: the platform advises against larger ones. */
const maxSize = 1024 * 1024
/** The search ends when the smallest failing size is at most this many times the largest working one. */
const maxSizeRatio = 1.06
const probeMs = 3000

/** True if a failure means that a message did not arrive; other failures are failures of the measurement. */
const isLost = (error: unknown): boolean =>
  error instanceof PlatformError && ['TIMEOUT', 'HOST_GONE', 'BAD_REPLY', 'TOO_LARGE'].includes(error.code)

/**
 * Finds the largest size that arrives: doubles it while it does, then bisects between the last success and the first failure.
 *
 * @returns 0 when nothing arrives, down to about 1 KB.
 */
export async function findLargest(
  arrives: (size: number) => Promise<boolean>,
  onSuccess: (size: number) => void,
): Promise<number> {
  let working = 0
  let failing = maxSize * 2
  for (let size = firstSize; size <= maxSize && failing > maxSize; size *= 2) {
    if (await arrives(size)) {
      working = size
      onSuccess(size)
    } else failing = size
  }
  while (failing <= maxSize && failing / Math.max(working, 1024) > maxSizeRatio) {
    const size = Math.floor((working + failing) / 2)
    if (await arrives(size)) {
      working = size
      onSuccess(size)
    } else failing = size
    // Smaller messages are of no use.
    if (failing < 2048) break
  }
  return working
}

const arrivesOver =
  (diagnosis: Diagnosis, signal: AbortSignal, letters: (size: number) => { send: number; want: number }) => (size: number) =>
    diagnosis.echo(letters(size), { signal, timeoutMs: probeMs }).then(
      ({ whole }) => whole,
      (error: unknown) => {
        if (isLost(error)) return false
        throw error
      },
    )

const sufficientSize = 900 * 1024
const sizeText = (size: number) => (size >= maxSize ? `${bytesText(maxSize)} 以上` : size === 0 ? '收不到' : bytesText(size))

export const frames: Step = {
  question: 'frame',
  title: '一条消息能带多大的内容',
  limitMs: 90_000,
  async measure(world, { signal, addFacts }): Promise<Measurement> {
    const refusal = await refusalOf(world, 'diagnose.echo')
    const { diagnosis } = world.platform
    if (refusal || !diagnosis) return refusal ?? { state: 'skipped', figure: '', meaning: '', facts: {} }
    const { limits } = await diagnosis.about()
    addFacts({ told: limits.frame })
    const toHost = await findLargest(
      arrivesOver(diagnosis, signal, (send) => ({ send, want: 0 })),
      (size) => addFacts({ toHost: size }),
    )
    const toPage = await findLargest(
      arrivesOver(diagnosis, signal, (want) => ({ send: 0, want })),
      (size) => addFacts({ toPage: size }),
    )
    const works = toHost > 0 && toPage > 0
    return {
      state: works ? 'passed' : 'failed',
      figure: `发出 ${sizeText(toHost)}，收到 ${sizeText(toPage)}`,
      meaning: !works
        ? '连 16 KB 的消息都送不到，插件在这个客户端里不能用'
        : toHost >= sufficientSize && toPage >= sufficientSize
          ? '够大：按默认的大小分片就行'
          : '比默认的 900 KB 小：采用这份结果后，插件会把消息和分片改小',
      facts: { told: limits.frame, toHost, toPage, tried: maxSize },
    }
  },
}
