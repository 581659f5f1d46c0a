/** Handlers of the calls of the buyer's page, and of the seller's calls about buyers' designs. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import type { CutoutService } from '../cutout/handlers'
import { listAssets } from './assets'
import { beginAnother } from './begin-another'
import { bindDesign, rejectDesign, unbindDesign } from './binding'
import { copyDesign } from './copies'
import { issueBuyerTicket } from './cutout'
import { repeatDelivery } from './delivery'
import { beginDesign, getDesign, removeDesign, saveDesign } from './designs'
import { listDesigns } from './list'
import { countOpening, readOffer, readOfferOfDesign } from './offer'
import { bindOrder, submitForOrder } from './order-number'
import { createPhotoForm, drawText, reportPhoto } from './pictures'
import { createChallenge } from './proof'
import { getDrawing, repeatDrawing } from './redraw'
import { findDesign, setReturn } from './returns'
import { allowDesign } from './review'
import { readShared, shareDesign, unshareDesign } from './share'

export const buyerHandlers = ({ tickets }: Pick<CutoutService, 'tickets'>): Pick<Handlers<AppContract, PublicCtx>, 'buyer'> => ({
  buyer: {
    link: ({ params }, ctx) => readOffer(ctx, params.token, tickets !== null),
    opened: ({ params }, ctx) => okReply(countOpening(ctx, params.token)),
    challenge: ({ params }, ctx) => createChallenge(ctx, params.token),
    begin: ({ params, body }, ctx) => beginDesign(ctx, params.token, body),
    get: ({ params }, ctx) => getDesign(ctx, params.id),
    offer: ({ params }, ctx) => readOfferOfDesign(ctx, params.id, tickets !== null),
    save: ({ params, body }, ctx) => saveDesign(ctx, params.id, body),
    uploadForm: ({ params, body }, ctx) => createPhotoForm(ctx, params.id, body.fileName),
    uploaded: ({ params }, ctx) => reportPhoto(ctx, params.id, params.fileId),
    assets: ({ params }, ctx) => listAssets(ctx, params.id),
    drawText: ({ params, body }, ctx) => drawText(ctx, params.id, body),
    cutout: ({ params, body }, ctx) => issueBuyerTicket(ctx, tickets, params.id, body),
    submit: ({ params, body }, ctx) => submitForOrder(ctx, params.id, body.revision),
    drawing: ({ params }, ctx) => getDrawing(ctx, params.id),
    bindOrder: ({ params, body }, ctx) => bindOrder(ctx, params.id, body.orderOriginalId),
    share: ({ params }, ctx) => shareDesign(ctx, params.id),
    unshare: ({ params }, ctx) => okReply(unshareDesign(ctx, params.id)),
    copy: ({ params, body }, ctx) => beginAnother(ctx, params.id, body),
    shared: ({ params }, ctx) => readShared(ctx, params.id),
    remove: ({ params }, ctx) => okReply(removeDesign(ctx, params.id)),
    setReturn: ({ params, body }, ctx) => setReturn(ctx, params.id, body.digits),
    find: ({ body }, ctx) => findDesign(ctx, body),
  },
})

export const buyerDesignHandlers: Pick<Handlers<AppContract, Ctx>, 'buyerDesigns'> = {
  buyerDesigns: {
    list: ({ query }, ctx) => listDesigns(ctx, query),
    bind: ({ body }, ctx) => bindDesign(ctx, body),
    deliver: ({ params }, ctx) => repeatDelivery(ctx, params.id),
    draw: ({ params }, ctx) => repeatDrawing(ctx, params.id),
    unbind: ({ params }, ctx) => unbindDesign(ctx, params.id),
    copy: ({ params, body }, ctx) => copyDesign(ctx, params.id, body),
    allow: ({ params, body }, ctx) => allowDesign(ctx, params.id, body.submittedRevision),
    reject: ({ params, body }, ctx) => rejectDesign(ctx, params.id, body.reason),
  },
}
