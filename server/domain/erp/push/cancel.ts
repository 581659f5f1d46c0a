/**
 * Asks factories not to make lines that they have, where their program takes cancellations. A line is free for another factory only when
 * its factory's answer says that it is not made: anything else leaves it where it is. That a cancellation was asked for is stored before
 * the factory is called, and stays until the factory says what became of it.
 */
import type { AppContract } from '../../../../contract/contract'
import type { Reply } from '../../../../contract/core'
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { transact } from '../../../kernel/transact'
import { ErpFailure } from '../../../ports/erp'
import { refreshAlarms } from '../../alarms/refresh'
import { readFactory } from '../factories'
import { withKey } from '../keys'
import { programOf } from '../programs'
import { updateLine } from './claims'
import { askFactory, findAt } from './settle'
import { readStoredLine, readStoredLines, type StoredLine, toPushLine } from './stored-lines'

type Cancelled = Reply<AppContract['pushes']['cancel']>[number]
type Outcome = Pick<Cancelled, 'outcome' | 'message'>

/**
 * Asks for each line by itself, in their order: a factory may make one of an order and cancel the others. Never rejects for what becomes of
 * one; a line that does not exist is 'failed'.
 */
export async function cancelLines(ctx: Ctx, customizationIds: readonly number[]): Promise<Cancelled[]> {
  const outcomes: Cancelled[] = []
  for (const customizationId of new Set(customizationIds)) {
    const said = await cancelLine(ctx, customizationId).catch((error: unknown): Outcome => {
      if (!(error instanceof Failure)) throw error
      return { outcome: 'failed', message: error.message }
    })
    const line = (await readStoredLines(ctx, [customizationId])).get(customizationId)
    outcomes.push({ customizationId, ...said, line: line === undefined ? null : toPushLine(line, ctx.clock.now()) })
  }
  return outcomes
}

async function cancelLine(ctx: Ctx, customizationId: number): Promise<Outcome> {
  const line = await readStoredLine(ctx, customizationId)
  if (line.status === 'failed') return freed(line)
  await requireCancelling(ctx, line)
  await setAsked(ctx, line, ctx.clock.now())
  try {
    const { message, refusal } = await ask(ctx, line)
    const now = await readStoredLine(ctx, customizationId)
    if (now.status === 'failed') return { outcome: 'cancelled', message }
    if (refusal === null) return { outcome: 'unsure', message: `${message}。${againText}` }
    await setAsked(ctx, line, null)
    const { message: why } = refusal
    return { outcome: 'kept', message: line.own ? `不能取消打印：${why}` : `工厂没有取消：${why}；要停做请打电话给工厂` }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const now = await readStoredLine(ctx, customizationId)
    // Another window was faster: what it found out counts.
    if (now.status === 'failed') return freed(now)
    if (error.code !== 'upstream-failed') {
      // The factory was certainly not asked now; what it was asked earlier is as open as before.
      await setAsked(ctx, line, line.cancel_asked_at)
      throw error
    }
    return { outcome: 'unsure', message: `${error.message}。${againText}` }
  }
}

const againText = '还不知道工厂有没有取消，请稍后再请工厂取消一次，不会重复取消；着急请打电话给工厂'

/** Returns what the factory says of the line now, and its refusal to cancel it. */
async function ask(ctx: Ctx, line: StoredLine): Promise<{ readonly message: string; readonly refusal: ErpFailure | null }> {
  let refusal: ErpFailure | null = null
  const message = await askFactory(ctx, line, async (...about) => {
    const [, openFactory] = about
    const { key, factory } = openFactory
    try {
      return await withKey(
        ctx,
        openFactory,
        async (erp) => (await erp.cancelLine?.(key, factory.original_id, line.outside_id)) ?? null,
      )
    } catch (error) {
      if (!(error instanceof ErpFailure) || error.kind === 'key') throw error
      // A refusal may answer a request that came for the second time, and a lost answer may have been a yes: the state of the line counts.
      const found = await findAt(...about)
      if (error.kind === 'refused' && found?.ended !== true) refusal = error
      return found
    }
  })
  return { message, refusal }
}

/** Rejects with 'invalid' where the line's program takes no cancellations, and says what to do then. */
async function requireCancelling(ctx: Ctx, line: StoredLine): Promise<void> {
  const { program, cancelLine: cancels } = await programOf(ctx, await readFactory(ctx, line.factory_id))
  if (cancels) return
  throw new Failure(
    'invalid',
    `“${program.name}”没有取消订单的接口，请打电话给工厂“${line.factory_name}”，工厂确认后在这里记为「工厂已取消」`,
  )
}

/** Stores since when a cancellation is asked for whose outcome nobody knows; null: it is known. */
async function setAsked(ctx: Ctx, line: StoredLine, at: Date | null): Promise<void> {
  await transact(ctx, async (inner) => {
    const { db, clock, actor } = inner
    await updateLine(db, actor.accountId, line.customization_id)
      .set({ cancel_asked_at: at })
      .where('outside_id', '=', line.outside_id)
      .where('status', '<>', 'failed')
      .execute()
    await refreshAlarms({ db, clock, accountId: actor.accountId }, [line.customization_id])
  })
}

const freed = ({ message }: StoredLine): Outcome => ({
  outcome: 'cancelled',
  message: message ?? '这一件现在不在任何工厂，可以推送到其他工厂，不另扣点',
})
