/**
 * Text of an open design. A worker draws the outlines while the seller continues, so each change is drawn for the layer at that
 * time and applied to the layer at its end. Changes run one after another, because each depends on the previous one.
 */
import type { Effect } from '../../../contract/rules/appearance'
import type { ShopFont } from '../../../contract/types'
import { addText, type DrawnText, setText, type TextStroke, textStepLabel } from '../../../design/commands/text'
import { equalValues } from '../../../design/model/equal'
import { svgDataUrl } from '../../../design/model/picture-url'
import { byUuid } from '../../../design/model/queries'
import { newTextStyle, type TextStyle, textProblem, textStyleOf } from '../../../design/model/text'
import type { TextLayer } from '../../../design/model/types'
import { refusalText } from '../../../design/rules/refusal'
import type { TextClient } from '../../../imaging/glyphs/text-client'
import { textUnit } from '../../../imaging/glyphs/text-svg'
import type { Session } from '../session/types'
import { fontGone, TextFailure, textFailure } from './failure'

export interface TextPorts {
  readonly session: Session
  readonly client: Pick<TextClient, 'draw'>
  /** Returns the shop's fonts; `fresh` requests them again from the server. */
  fonts(fresh: boolean): Promise<readonly Pick<ShopFont, 'id' | 'fontUrl'>[]>
  /** Returns the bytes of a font file. */
  fontBytes(url: string): Promise<ArrayBuffer>
  /** Resolves when the canvas can show a picture, so that a redrawn layer is never shown empty. */
  whenShown?(url: string): Promise<void>
  /** Returns a layer's stroke for its new picture; without this function the stroke is removed with the old picture. */
  remakeStroke?(layer: TextLayer): Promise<TextStroke>
}

/** Changes from a slider: shown at once, one undo step in all. */
export interface TextSlide {
  update(change: Partial<TextStyle>): void
  /** Call it when the slider is released. Resolves with the reason if the text could not be drawn, otherwise null. */
  end(): Promise<string | null>
}

export interface Texts {
  /** Adds a text to the canvas. Resolves with the reason for a refusal, in words for the seller, or null when it was added. */
  add(style: Pick<TextStyle, 'text' | 'fontId' | 'fontColor' | 'verticalText'>): Promise<string | null>
  /** Changes a text, and its effects where given, as one step. Resolves with the reason for a failure; null when it is done, needless, or the layer is gone. */
  change(uuid: string, change: Partial<TextStyle>, effects?: readonly Effect[]): Promise<string | null>
  slide(uuid: string, change: Partial<TextStyle>): TextSlide
  /** Resolves when nothing is being drawn any more: a save must include what was typed just before it. */
  whenSettled(): Promise<void>
  dispose(): void
}

interface RedrawnText {
  readonly style: TextStyle
  readonly drawn: DrawnText
  readonly stroke?: TextStroke
}

export function createTexts(ports: TextPorts): Texts {
  const { session, client } = ports
  let queue: Promise<unknown> = Promise.resolve()
  let disposed = false

  const find = (uuid: string): TextLayer | null => {
    const layer = byUuid(session.getState().doc, uuid)
    return layer?.type === 'TEXT' ? layer : null
  }

  const fontUrl = async (id: number | null): Promise<string> => {
    if (id === null) throw new TextFailure(fontGone)
    const urlIn = (fonts: Awaited<ReturnType<TextPorts['fonts']>>) => fonts.find((font) => font.id === id)?.fontUrl
    const url = urlIn(await ports.fonts(false)) ?? urlIn(await ports.fonts(true))
    if (url === undefined) throw new TextFailure(`${fontGone}，请选择其他字体`)
    return url
  }

  const draw = async (requested: TextStyle): Promise<RedrawnText> => {
    const problem = textProblem(requested.text)
    if (problem !== null) throw new TextFailure(problem)
    const url = await fontUrl(requested.fontId)
    const style = { ...requested, fontFamilyUrl: url }
    const { svg, width, height } = await client.draw({
      key: url,
      font: () => ports.fontBytes(url),
      settings: {
        text: style.text,
        vertical: style.verticalText,
        align: style.textAlign,
        letterSpacing: style.letterSpacing,
        lineHeight: style.lineHeight,
        flow: style.textFlow,
        weight: style.fontWeight,
      },
      color: style.fontColor,
    })
    const drawn = { url: svgDataUrl(svg), width, height, em: textUnit }
    await ports.whenShown?.(drawn.url)
    return { style, drawn }
  }

  const redraw = async (layer: TextLayer, change: Partial<TextStyle>): Promise<RedrawnText> => {
    const redrawn = await draw({ ...textStyleOf(layer), ...change })
    if (layer.stroke === null || !ports.remakeStroke) return redrawn
    // Make the stroke for the layer as it will be after the change.
    const outcome = setText.run(session.getState().doc, { uuid: layer.uuid, ...redrawn })
    const next = outcome.ok ? outcome.doc.layers.find((one) => one.uuid === layer.uuid) : undefined
    if (next?.type !== 'TEXT') return redrawn
    const stroke = await ports.remakeStroke({ ...next, stroke: layer.stroke }).catch((cause: Error) => {
      throw new TextFailure(cause.message, { cause })
    })
    return { ...redrawn, stroke }
  }

  const enqueue = (work: () => Promise<string | null>): Promise<string | null> => {
    const result = queue.then(work).catch((error: unknown) => (disposed ? null : textFailure(error)))
    queue = result
    return result
  }

  const sameText = (a: TextLayer, b: TextLayer) =>
    equalValues([textStyleOf(a), a.stroke, a.imageUrl], [textStyleOf(b), b.stroke, b.imageUrl])

  return {
    add: (style) =>
      enqueue(async () => {
        const redrawn = await draw(newTextStyle({ ...style, fontFamilyUrl: null }))
        if (disposed) return null
        const outcome = session.run(addText, { uuid: session.uuid(), ...redrawn })
        return outcome.ok ? null : outcome.message
      }),
    change: (uuid, change, effects) =>
      enqueue(async () => {
        for (;;) {
          const layer = find(uuid)
          if (!layer || disposed) return null
          if (layer.locked) return refusalText.locked
          const wanted = { ...textStyleOf(layer), ...change }
          const isStyled = effects === undefined || equalValues(effects, layer.appearance?.effects ?? [])
          if (isStyled && equalValues(wanted, textStyleOf(layer))) return null
          const redrawn = await redraw(layer, change)
          const now = find(uuid)
          if (!now || disposed) return null
          // The layer was undone or changed meanwhile, so draw its present text.
          if (!sameText(now, layer)) continue
          const outcome = session.run(setText, { uuid, ...redrawn, ...(effects && { effects }) })
          return outcome.ok ? null : outcome.message
        }
      }),
    slide(uuid, first) {
      const start = find(uuid)
      const label = start ? textStepLabel(start, first) : ''
      let latest: Partial<TextStyle> | null = first
      let failure: string | null = null
      let running: Promise<unknown> | null = null
      const isOpen = () => !disposed && label !== '' && session.getState().gesture === label
      const drawLatest = async (): Promise<null> => {
        while (latest !== null && isOpen()) {
          const change = latest
          latest = null
          const layer = find(uuid)
          if (!layer) break
          const redrawn = await redraw(layer, change)
          if (isOpen() && !session.update(setText, { uuid, ...redrawn }).ok) session.cancel()
        }
        return null
      }
      const run = () => {
        running ??= enqueue(drawLatest).then((message) => {
          running = null
          failure ??= message
          if (message === null && latest !== null && isOpen()) run()
        })
      }
      if (start) session.begin(label)
      run()
      return {
        update(change) {
          latest = change
          run()
        },
        async end() {
          while (running) await running
          if (isOpen()) failure === null ? session.commit() : session.cancel()
          return failure
        },
      }
    },
    async whenSettled() {
      await queue
    },
    dispose() {
      disposed = true
    },
  }
}
