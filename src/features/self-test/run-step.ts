import { redactText } from '../../../adapters/diagnosis/redact'
import type { Facts } from '../../../adapters/diagnosis/report'
import { messageOf } from '../../../contract/ground/thrown'
import type { Measurement, Step, StepContext } from './steps'

export interface Outcome extends Measurement {
  readonly ms: number
}

/**
 * Runs one step until it ends or its time limit passes; never rejects. A step that hangs is abandoned with the facts found
 * until then.
 */
export async function runStep(
  step: Step,
  world: StepContext,
  stop: AbortSignal,
  now = () => performance.now(),
): Promise<Outcome> {
  const startedAt = now()
  const controller = new AbortController()
  let facts: Facts = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let onStop = () => {}
  const interrupted = new Promise<Measurement>((resolve) => {
    const end = (figure: string, meaning: string, state: 'failed' | 'open') => {
      controller.abort()
      resolve({ state, figure, meaning, facts })
    }
    const seconds = Math.round(step.limitMs / 1000)
    timer = setTimeout(() => end('没有测完', `超过 ${seconds} 秒没有结束，可以单独重测这一项`, 'failed'), step.limitMs)
    onStop = () => end('已停止', '测到一半停下了，可以单独重测这一项', 'open')
    if (stop.aborted) onStop()
    else stop.addEventListener('abort', onStop)
  })
  const addFacts = (more: Facts) => {
    facts = { ...facts, ...more }
  }
  const measure = async () => step.measure(world, { signal: controller.signal, addFacts })
  try {
    const result = await Promise.race([
      interrupted,
      measure().catch((error: unknown): Measurement => {
        const message = redactText(messageOf(error))
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        return { state: 'failed', figure: '出错', meaning: message, facts: { ...facts, error: code || message } }
      }),
    ])
    return { ...result, ms: Math.round(now() - startedAt) }
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', onStop)
  }
}
