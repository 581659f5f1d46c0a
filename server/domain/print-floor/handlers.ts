/** Handlers of the calls of the print floor. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import { finishBatch, listBatches, movePiece, readBatch, removeBatch, reopenBatch } from './batches'
import { changeBlank, listBlanks } from './blanks'
import { confirmFile, hotFiles } from './hot-folder'
import { makeBatch } from './make'
import { countFloor, openFloor } from './open'
import { listPieces } from './pieces'
import { planBatch } from './plan'
import { listJigs, listPrinters, putJig, putPrinter, remove } from './printers'
import { scanPiece, stepPiece } from './steps'

type Areas = 'printFloor' | 'printers' | 'jigs' | 'printPieces' | 'printBatches' | 'blanks' | 'hotFolder'

export const printFloorHandlers: Pick<Handlers<AppContract, Ctx>, Areas> = {
  printFloor: { counts: (_, ctx) => countFloor(ctx), open: (_, ctx) => openFloor(ctx) },
  printers: {
    list: (_, ctx) => listPrinters(ctx),
    create: ({ body }, ctx) => putPrinter(ctx, null, body),
    save: ({ params, body }, ctx) => putPrinter(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(remove(ctx, 'printer', params.id)),
  },
  jigs: {
    list: (_, ctx) => listJigs(ctx),
    create: ({ body }, ctx) => putJig(ctx, null, body),
    save: ({ params, body }, ctx) => putJig(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(remove(ctx, 'jig', params.id)),
  },
  printPieces: {
    list: ({ query }, ctx) => listPieces(ctx, query),
    scan: ({ query }, ctx) => scanPiece(ctx, query),
    step: ({ body }, ctx) => stepPiece(ctx, body),
  },
  printBatches: {
    list: ({ query }, ctx) => listBatches(ctx, query),
    get: ({ params }, ctx) => readBatch(ctx, params.id),
    plan: ({ body }, ctx) => planBatch(ctx, body),
    move: ({ params, body }, ctx) => movePiece(ctx, params.id, body),
    make: ({ params, body }, ctx) => makeBatch(ctx, params.id, body),
    reopen: ({ params }, ctx) => reopenBatch(ctx, params.id),
    finish: ({ params, body }, ctx) => finishBatch(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(removeBatch(ctx, params.id)),
  },
  blanks: { list: (_, ctx) => listBlanks(ctx), change: ({ body }, ctx) => changeBlank(ctx, body) },
  hotFolder: {
    files: ({ query }, ctx) => hotFiles(ctx, query),
    confirm: ({ body }, ctx) => okReply(confirmFile(ctx, body)),
  },
}
