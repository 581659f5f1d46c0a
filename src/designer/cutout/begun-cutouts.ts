/**
 * Cutouts that run, kept on the server: another machine of the seller takes the result of one that he left (kept-cutouts.ts does so on
 * this machine, sooner and without a connection). Only a saved template has them.
 */
import type { AppContract } from '../../../contract/contract'
import type { Client } from '../../../contract/core'
import type { BegunCutoutRow } from '../../../contract/types'
import type { Session } from '../session/types'

/** A cutout of this user, begun here or on another machine. */
export type FoundCutout = BegunCutoutRow

type Begun = Omit<FoundCutout, 'host'>

export interface BegunCutouts {
  /** Returns those of the open template. Never rejects: without an answer there are none. */
  find(): Promise<readonly FoundCutout[]>
  /** Stores one that a host has begun; one of a template that is not saved yet is stored when it is. */
  put(begun: Begun): void
  /** Removes the one of a layer, because its result was taken or is not wanted. */
  remove(uuid: string): void
  dispose(): void
}

export interface BegunPorts {
  readonly session: Session
  readonly calls: Pick<Client<AppContract>['templateCutouts'], 'list' | 'put' | 'remove'>
}

const quiet = { quiet: true } as const
/** The machine keeps the cutout too, so that a failed call only hides it from the other ones. */
const ignore = () => undefined

export function createBegunCutouts({ session, calls }: BegunPorts): BegunCutouts {
  const known = new Map<string, Begun>()
  /** Calls about one layer go out one after another, or a late storing would follow the removal. */
  let last: Promise<unknown> = Promise.resolve()
  const send = (call: () => Promise<unknown>) => {
    last = last.then(call).catch(ignore)
  }
  const templateOf = () => {
    const { subject, templateId } = session.getState()
    return subject === 'template' ? templateId : null
  }
  const store = ({ uuid, ...body }: Begun) => {
    const id = templateOf()
    if (id !== null) send(() => calls.put({ params: { id, uuid }, body }, quiet))
  }
  // The first save gives a new design the template under which the other machines find it.
  const unsubscribe = session.subscribe((state, before) => {
    if (state.templateId !== before.templateId) for (const begun of known.values()) store(begun)
  })
  return {
    async find() {
      const id = templateOf()
      if (id === null) return []
      const rows = await calls.list({ params: { id } }, { ...quiet, again: true }).catch(() => [] as const)
      for (const { uuid, type, fileId, taskId } of rows) known.set(uuid, { uuid, type, fileId, taskId })
      return rows
    },
    put(begun) {
      known.set(begun.uuid, begun)
      store(begun)
    },
    remove(uuid) {
      const begun = known.get(uuid)
      if (!begun) return
      known.delete(uuid)
      const id = templateOf()
      if (id !== null) send(() => calls.remove({ params: { id, uuid, taskId: begun.taskId } }, quiet))
    },
    dispose: unsubscribe,
  }
}
