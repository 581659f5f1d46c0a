/** Texts drawn as outlines in a font of the shop, and kept as pictures of layers. */
import { fileKind } from '../../../contract/constants'
import type { TemplateLayer } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import type { OutlinedText, TextOutline } from '../../ports/renderer'
import { newFileSecret } from '../files/names'
import { storeExamined } from '../files/service'

/** The fields of a text layer that its drawing depends on, besides text, font and colour. */
type TextStyle = Partial<
  Pick<TemplateLayer, 'verticalText' | 'textAlign' | 'letterSpacing' | 'lineHeight' | 'textFlow' | 'fontWeight'>
>

export interface DrawnWords {
  readonly text: string
  readonly fontColor: string
  /** Reads the font's file; called when it is the account's turn. */
  readonly readFont: () => Promise<Buffer>
}

/** Returns what is drawn for a text in the style of a layer. */
export const wordsIn = (style: TextStyle, text: string, color: string): OutlinedText => ({
  text,
  color,
  vertical: style.verticalText ?? false,
  align: style.textAlign ?? 'center',
  letterSpacing: style.letterSpacing ?? 0,
  lineHeight: style.lineHeight ?? 1.2,
  flow: style.textFlow ?? null,
  weight: style.fontWeight ?? null,
})

/** Draws a text in the style of a layer. Rejects with 'unsupported-file' when nothing of it is visible. */
export const outlineWords = (ctx: Ctx, style: TextStyle, { text, fontColor, readFont }: DrawnWords): Promise<TextOutline> =>
  ctx.renderer.outlineText({ owner: ctx.actor.accountId, readFont, ...wordsIn(style, text, fontColor) })

/** Stores a drawn text as a private file: it may be a name or a telephone number. It counts as unused until something names it. */
export async function storeWords(ctx: Ctx, svg: string): Promise<{ readonly fileId: number; readonly key: string }> {
  const examined = await storeExamined(ctx, {
    owner: ctx.actor.accountId,
    kind: fileKind.templateLayer,
    source: Buffer.from(svg),
    secret: newFileSecret(true),
  })
  const { id: fileId } = await ctx.db
    .insertInto('file')
    .values({
      account_id: ctx.actor.accountId,
      kind: fileKind.templateLayer,
      name: 'text.svg',
      status: 'ready',
      created_at: ctx.clock.now(),
      ...examined,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { fileId, key: examined.storage_key }
}
