/** Creates the SKUs of an import several in a call. */

import { ConflictError, InvalidError } from '../../../../contract/call-errors'
import type { CallOptions } from '../../../../contract/core'
import { abortError } from '../../../../contract/ground/thrown'
import type { Sku } from '../../../../contract/types'
import type { Api } from '../../../api/services'

type SkuApi = Pick<Api['phoneCaseSkus'], 'create' | 'createMany'>
type SkuBody = Parameters<SkuApi['create']>[0]['body']

/** Number of SKUs that one call creates at most. */
const maxTogether = 8
/** Longest wait of a SKU for others, ms: their files may take minutes on a slow connection. */
const maxWaitMs = 1000

interface Waiting {
  readonly body: SkuBody
  readonly options: CallOptions
  readonly resolve: (sku: Sku | Promise<Sku>) => void
  readonly reject: (error: unknown) => void
}

/** Returns whether each SKU of a refused call is worth a call of its own, because the refusal may concern only one of them. */
const isWorthRepeatingAlone = (error: unknown): boolean => error instanceof InvalidError || error instanceof ConflictError

export interface SkuWriter {
  /** Creates a SKU, together with those of other attempts; rejects as a call of its own would. */
  create(body: SkuBody, options: CallOptions & { readonly signal: AbortSignal }): Promise<Sku>
  /** Sets the number of attempts under way: a SKU waits only while other attempts may bring more. */
  setAttempts(count: number): void
}

export function createSkuWriter(api: SkuApi): SkuWriter {
  let waiting: Waiting[] = []
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const createAlone = ({ body, options, resolve }: Waiting) => resolve(api.create({ body }, options))
  const send = async () => {
    clearTimeout(timer)
    timer = undefined
    const sent = waiting
    waiting = []
    const [only] = sent
    // All that waited may have been stopped.
    if (only === undefined) return
    if (sent.length === 1) return createAlone(only)
    try {
      const created = await api.createMany({ body: { items: sent.map(({ body }) => body) } }, { quiet: true })
      for (const [index, { resolve }] of sent.entries()) resolve(created[index] as Sku)
    } catch (error) {
      for (const one of sent) {
        if (isWorthRepeatingAlone(error)) createAlone(one)
        else one.reject(error)
      }
    }
  }
  const sendIfComplete = () => {
    if (waiting.length > 0 && waiting.length >= Math.min(maxTogether, attempts)) void send()
  }

  return {
    create: (body, options) =>
      new Promise((resolve, reject) => {
        if (options.signal.aborted) return reject(abortError())
        const one = { body, options, resolve, reject }
        waiting.push(one)
        const leave = () => {
          waiting = waiting.filter((other) => other !== one)
          reject(abortError())
        }
        options.signal.addEventListener('abort', leave, { once: true })
        timer ??= setTimeout(() => void send(), maxWaitMs)
        sendIfComplete()
      }),
    setAttempts(count) {
      attempts = count
      sendIfComplete()
    },
  }
}
