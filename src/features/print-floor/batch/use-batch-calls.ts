import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { creditsPerImage } from '../../../../contract/constants'
import { batchText } from '../../../../contract/rules/sheet-name'
import type { PrintBatch } from '../../../../contract/types'
import { creditKeys } from '../../../api/queries/credits'
import { printFloorKeys } from '../../../api/queries/print-floor'
import { useApi } from '../../../api/services'
import { confirm, confirmDelete } from '../../../ui/confirm'
import { toastSuccess } from '../../../ui/toast'
import { attempt } from '../attempt'
import { useFloorChange } from '../use-floor-change'

export interface Failed {
  readonly pieceId: number
  readonly reason: string
}

export interface BatchCalls {
  /** The running call; null for none. */
  readonly busy: 'move' | 'make' | 'reopen' | 'remove' | null
  /** Resolves to the batch as it is now; null when it was not moved, which was said. */
  move(pieceId: number, to: { readonly sheet: number; readonly slot: string } | null): Promise<PrintBatch | null>
  make(batch: PrintBatch): void
  reopen(): void
  /** Resolves to whether it was removed. */
  remove(number: number): Promise<boolean>
  /** Rejects when it was not recorded. */
  finish(failed: readonly Failed[]): Promise<void>
}

/** The calls that change a batch, one at a time; the screen shows what the server answered. */
export function useBatchCalls(id: number): BatchCalls {
  const api = useApi()
  const queries = useQueryClient()
  const change = useFloorChange()
  const [busy, setBusy] = useState<BatchCalls['busy']>(null)
  const running = useRef(false)
  const params = { id }
  const keep = (batch: PrintBatch) => {
    queries.setQueryData(printFloorKeys.batch(id), batch)
    void change()
    return batch
  }
  /** Runs a call unless one is running; resolves to null when it was not done. */
  const once = async <T>(name: NonNullable<BatchCalls['busy']>, failure: string, work: () => Promise<T>): Promise<T | null> => {
    if (running.current) return null
    running.current = true
    setBusy(name)
    let result: T | null = null
    await attempt(failure, async () => {
      try {
        result = await work()
      } finally {
        running.current = false
        setBusy(null)
      }
    })
    if (result === null) void change()
    return result
  }
  return {
    busy,
    move: (pieceId, to) =>
      once('move', '没有移动', async () =>
        keep(await api.printBatches.move({ params, body: { pieceId, to: to && { ...to } } }, { quiet: true })),
      ),
    make: (batch) =>
      void once('make', '没有开始生成拼版', async () => {
        const count = batch.unpaid.length
        const cost = count * creditsPerImage
        const agreed = await confirm({
          title: `生成批次 ${batchText(batch.number)} 的 ${batch.sheetCount} 版文件？`,
          content:
            count === 0
              ? '定制图都已付过，不再扣点。生成之后不能再移动，要改可以退回排版。'
              : `${count} 张定制图还没有付过，每张 ${creditsPerImage} 点，一共扣 ${cost} 点。生成之后不能再移动，要改可以退回排版。`,
          okText: count === 0 ? '生成拼版' : `生成拼版，扣 ${cost} 点`,
        })
        if (!agreed) return batch
        const made = keep(await api.printBatches.make({ params, body: { creditsPerImage } }, { quiet: true }))
        if (count > 0) void queries.invalidateQueries({ queryKey: creditKeys.all })
        return made
      }),
    reopen: () =>
      void once('reopen', '没有退回', async () => {
        const agreed = await confirm({
          title: '退回排版？',
          content: '已生成的整版文件会删掉，可以重新移动后再生成，不再扣点。已经拿去打印的话不要退回。',
          okText: '退回排版',
        })
        return agreed ? keep(await api.printBatches.reopen({ params }, { quiet: true })) : null
      }),
    remove: async (number) => {
      const warning = '里面的件会回到待打印，已生成的整版文件会删掉。'
      if (!(await confirmDelete(`批次 ${batchText(number)}`, warning, async () => undefined))) return false
      const isDone = await once('remove', '没有删除', async () => {
        await api.printBatches.remove({ params }, { quiet: true })
        return true
      })
      if (isDone === null) return false
      void change()
      toastSuccess(`已删除批次 ${batchText(number)}`)
      return true
    },
    finish: async (failed) => {
      keep(await api.printBatches.finish({ params, body: { failed: [...failed] } }, { quiet: true }))
    },
  }
}
