/** Handlers of the calls of fonts and text colours. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import { invalid } from '../../kernel/failure'
import * as colors from './colors'
import * as fonts from './fonts'

/** Refuses a body whose id differs from the id in the path. */
function checkActive(activeId: number | undefined, id: number): void {
  if (activeId !== undefined && activeId !== id) {
    throw invalid('activeId', '请求内容中的编号与请求地址中的编号不一致，请刷新页面后重试')
  }
}

export const fontHandlers: Pick<Handlers<AppContract, Ctx>, 'shopFonts' | 'shopFontColors'> = {
  shopFonts: {
    list: (_, ctx) => fonts.listFonts(ctx),
    create: ({ body }, ctx) => fonts.createFont(ctx, body),
    update: ({ params, body }, ctx) => fonts.updateFont(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(fonts.removeFont(ctx, params.id)),
    async order({ params, body }, ctx) {
      checkActive(body.activeId, params.id)
      return okReply(fonts.moveFont(ctx, params.id, body.next))
    },
  },
  shopFontColors: {
    list: (_, ctx) => colors.listColors(ctx),
    create: ({ body }, ctx) => colors.createColor(ctx, body),
    update: ({ params, body }, ctx) => colors.updateColor(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(colors.removeColor(ctx, params.id)),
    async order({ params, body }, ctx) {
      checkActive(body.activeId, params.id)
      return okReply(colors.moveColor(ctx, params.id, body.next))
    },
  },
}
