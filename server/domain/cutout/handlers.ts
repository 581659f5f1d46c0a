import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import { Failure } from '../../kernel/failure'
import { listBegun, putBegun, removeBegun } from './begun'
import { createTask, readTask } from './tasks'
import { issueTicketFor, type TicketSettings } from './tickets'

/** The cutout roles of a server: it issues tickets, runs tasks, or both. */
export interface CutoutService {
  /** The value is null where cutting out is not installed. */
  readonly tickets: TicketSettings | null
  /** The value is null where another server is the host. */
  readonly host: CutoutHost | null
}

export interface CutoutHost {
  readonly secret: string
}

const cutoutUnavailable = (): Failure => new Failure('unavailable', '抠图服务暂时不可用，请联系客服')

export const ticketHandlers = ({ tickets }: CutoutService): Handlers<Pick<AppContract, 'cutouts' | 'templateCutouts'>, Ctx> => ({
  cutouts: {
    token: async ({ body }, ctx) => {
      if (!tickets) throw cutoutUnavailable()
      return issueTicketFor(ctx, tickets, body)
    },
  },
  templateCutouts: {
    // Where cutting out is not installed any more, nobody has the tasks.
    list: async ({ params }, ctx) => (tickets ? listBegun(ctx, tickets, params.id) : []),
    put: ({ params, body }, ctx) => okReply(putBegun(ctx, params.id, params.uuid, body)),
    remove: ({ params }, ctx) => okReply(removeBegun(ctx, params)),
  },
})

export const taskHandlers = ({ host }: CutoutService): Handlers<Pick<AppContract, 'cutoutTasks'>, PublicCtx> => ({
  cutoutTasks: {
    create: async ({ body }, ctx) => {
      if (!host) throw cutoutUnavailable()
      return createTask(ctx, host.secret, body)
    },
    get: ({ params }, ctx) => readTask(ctx, params.id),
  },
})
