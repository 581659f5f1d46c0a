/** Page-side client of the text worker: draws texts as SVG outlines or PNGs. */
import { abortError } from '../../contract/ground/thrown'
import type { FontFault } from '../../contract/rules/font-faults'
import { createWorkerClient } from '../worker-client'
import type { TextSettings, Weights } from './layout-types'
import type { TextReply, TextRequest } from './messages'
import type { TextPicture } from './text-svg'

/** The font lacks characters of the text; nothing was drawn. */
export class MissingGlyphsError extends Error {
  override readonly name = 'MissingGlyphsError'
  constructor(readonly characters: readonly string[]) {
    super(`no glyph for ${characters.join('')}`)
  }
}

export interface TextInput {
  /** Cache key of the font, such as its file's address. */
  readonly key: string
  readonly font: () => Promise<ArrayBuffer>
  readonly settings: TextSettings
  readonly color: string
}

export interface TextClient {
  /** Rejects with a {@link MissingGlyphsError}, the worker's reason, or an AbortError once disposed. */
  draw(input: TextInput): Promise<TextPicture>
  /** Draws the same text as a PNG of `pixels` px per em; rejects like `draw`. */
  drawPng(input: TextInput, pixels: number): Promise<Blob>
  /** Returns the weights that a font can have; null for a font without a weight axis. Rejects like `draw`. */
  weights(font: Pick<TextInput, 'key' | 'font'>): Promise<Weights | null>
  /** Returns some characters that can be written in a font, or why none can. Rejects like `draw`. */
  sample(font: Pick<TextInput, 'key' | 'font'>): Promise<FontSample>
  dispose(): void
}

export interface FontSample {
  readonly sample: string
  readonly fault: FontFault | null
}

/** Settings of a request that draws nothing. */
const nothing: TextSettings = { text: '', vertical: false, align: 'start', letterSpacing: 0, lineHeight: 1 }

const startWorker = (): Worker => new Worker(new URL('./text.worker.ts', import.meta.url), { type: 'module' })

/** @param start starts the worker; tests pass their own. */
export function createTextClient(start: () => Worker = startWorker): TextClient {
  const client = createWorkerClient<Omit<TextRequest, 'id'>, TextReply>(start)
  /** Sends the request, and repeats it with the font's bytes when the worker does not have the font cached. */
  const sendRequest = async ({ key, font, settings, color }: TextInput, options: Pick<TextRequest, 'pixels' | 'asks'> = {}) => {
    const request = { key, settings, color, ...options }
    let reply = await client.request(request)
    if ('unknown' in reply) {
      const bytes = await font()
      if (client.disposed) throw abortError()
      reply = await client.request({ ...request, font: bytes }, [bytes])
    }
    if ('missing' in reply) throw new MissingGlyphsError(reply.missing)
    if ('error' in reply) throw new Error(reply.error)
    if ('unknown' in reply) throw new Error('the text worker lost the font')
    return reply
  }
  return {
    async draw(input) {
      const reply = await sendRequest(input)
      if (!('picture' in reply)) throw new Error('the text worker answered with pixels')
      return reply.picture
    },
    async drawPng(input, pixels) {
      const reply = await sendRequest(input, { pixels })
      if (!('png' in reply)) throw new Error('the text worker answered with outlines')
      return reply.png
    },
    async weights({ key, font }) {
      const reply = await sendRequest({ key, font, settings: nothing, color: '#000' }, { asks: 'weights' })
      if (!('weights' in reply)) throw new Error('the text worker answered with a picture')
      return reply.weights
    },
    async sample({ key, font }) {
      const reply = await sendRequest({ key, font, settings: nothing, color: '#000' }, { asks: 'sample' })
      if (!('sample' in reply)) throw new Error('the text worker answered with a picture')
      return reply
    },
    dispose: () => client.dispose(),
  }
}
