import { Alert, Button } from '@arco-design/web-react'
import { useEffect, useRef, useState } from 'react'
import { maxProductIdsPerCall } from '../../../../contract/constants'
import { canReadThroughClient, canSync, productIdProblem, syncRefusal } from '../../../../contract/rules/shop-types'
import type { Shop } from '../../../../contract/types'
import { batchesOf } from '../../../base/batches'
import type { Task } from '../../../base/tasks/types'
import { CopyButton } from '../../../ui/copy-button'
import { DialogFoot } from '../../../ui/dialog-foot'
import { Modal } from '../../../ui/modal'
import { countOf, TaskProgress, TaskResults, useTaskStore, useTasks } from '../../../ui/tasks'
import { toastSuccess } from '../../../ui/toast'
import { IdField } from './id-field'
import { OnSaleList } from './on-sale-list'
import { splitIds } from './product-ids'
import { productSyncKind, type SyncInput, type SyncResult, syncScope } from './sync-kind'

interface SyncDialogProps {
  readonly shop: Shop
  readonly open: boolean
  readonly onClose: () => void
  /** Called with the ids of products once all of them have been synced. */
  readonly onSynced: (originalIds: readonly string[]) => void
}

const missingOf = (task: Task<unknown, unknown>): readonly string[] =>
  task.items.flatMap(({ result }) => (result as SyncResult | undefined)?.missing ?? [])
const idsOf = (task: Task<unknown, unknown>): readonly string[] => task.items.flatMap(({ input }) => (input as SyncInput).ids)
const foundOf = (task: Task<unknown, unknown>): number =>
  task.items.reduce((sum, { result }) => sum + ((result as SyncResult | undefined)?.found ?? 0), 0)

/**
 * 同步商品: lists what the shop has on sale, or asks for ids, syncs the products, and lists those not found. What is ticked or typed stays
 * until it is synced.
 */
export function SyncDialog({ shop, open, onClose, onSynced }: SyncDialogProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const refusedList = syncRefusal(shop)
  const [byIds, setByIds] = useState(refusedList !== null)
  const [startAttempted, setStartAttempted] = useState(false)
  const store = useTaskStore()
  const scope = syncScope(shop.id)
  const tasks = useTasks(scope)
  const task = tasks[tasks.length - 1]
  const ids = byIds ? splitIds(text) : [...chosen]
  const refusal = problemOf(shop, ids, byIds)
  const problem = startAttempted ? refusal : null
  const running = task !== undefined && task.state !== 'ended'

  // A task without failures is dismissed: the rows on the screen show its result.
  const watched = useRef(new Set<string>())
  useEffect(() => {
    if (task === undefined) return
    if (task.state !== 'ended') return void watched.current.add(task.id)
    const allDone = countOf(task).done === task.items.length
    if (!allDone || !watched.current.delete(task.id)) return
    const missing = missingOf(task)
    // The field then holds the ids that the seller can correct and send again.
    setText(missing.join('\n'))
    setChosen(new Set())
    setStartAttempted(false)
    if (missing.length > 0) {
      setByIds(true)
      return
    }
    toastSuccess('同步成功')
    store.dismiss(task.id)
    onClose()
    onSynced(idsOf(task))
  }, [task, store, onClose, onSynced])

  /** Dismisses ended tasks: their results do not belong to other ids. */
  const dismissEnded = () => {
    for (const old of tasks) if (old.state === 'ended') store.dismiss(old.id)
  }
  const close = () => {
    dismissEnded()
    onClose()
  }
  const start = () => {
    setStartAttempted(true)
    if (refusal !== null || running) return
    for (const old of tasks) store.dismiss(old.id)
    store.start<SyncInput>({
      kind: productSyncKind,
      title: `同步 ${ids.length} 个商品`,
      scope,
      items: batchesOf(ids, maxProductIdsPerCall).map((batch) => ({
        key: batch.join(','),
        name: batch.length === 1 ? `商品 ${batch[0]}` : `商品 ${batch[0]} 等 ${batch.length} 个`,
        input: {
          shopId: shop.id,
          ids: [...batch],
          nick: shop.authorization?.nick ?? null,
          way: wayOf(shop),
        },
      })),
    })
  }
  return (
    <Modal visible={open} title="同步商品" footer={null} onCancel={close} className="products-sync">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        {byIds ? (
          <>
            {refusedList !== null && (
              <Alert className="products-copied" content={`${refusedList}。授权有效时，可以直接从出售中的商品里选。`} />
            )}
            <IdField
              text={text}
              onChange={(next) => {
                setText(next)
                dismissEnded()
              }}
              count={ids.length}
              disabled={running}
              isWrong={problem !== null}
            />
          </>
        ) : (
          <OnSaleList
            shopId={shop.id}
            chosen={chosen}
            onChange={(next) => {
              setChosen(next)
              dismissEnded()
            }}
            disabled={running}
          />
        )}
        {problem !== null && (
          <p className="setting-problem" role="alert">
            {problem}
          </p>
        )}
        {task && <Outcome task={task} />}
        <DialogFoot
          note={
            refusedList === null &&
            !running && (
              <Button type="text" onClick={() => setByIds(!byIds)}>
                {byIds ? '从出售中的商品里选' : '按商品ID同步'}
              </Button>
            )
          }
          onCancel={task ? undefined : close}
          onClose={task && !running ? close : undefined}
        >
          {running && <Button onClick={close}>在后台继续</Button>}
          <Button type="primary" htmlType="submit" loading={running}>
            {ids.length > 0 ? `同步 ${ids.length} 个商品` : '同步商品'}
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}

const problemOf = ({ type }: Shop, ids: readonly string[], byIds: boolean): string | null => {
  if (ids.length === 0) return byIds ? '请输入商品ID' : '请勾选要同步的商品'
  return productIdProblem(type, ids)
}

function wayOf(shop: Shop): SyncInput['way'] {
  if (!canReadThroughClient(shop)) return 'server'
  return canSync(shop) ? 'server, else client' : 'client, else server'
}

/** Shows the progress; afterwards the ids not found, and the failed calls, which can be retried alone. */
function Outcome({ task }: { readonly task: Task }) {
  if (task.state !== 'ended') return <TaskProgress task={task} />
  const missing = missingOf(task)
  const { failed, cancelled } = countOf(task)
  return (
    <section className="products-outcome" aria-label="同步结果">
      <p className="numeric">已同步 {foundOf(task)} 个商品</p>
      {missing.length > 0 && (
        <>
          <p className="products-plan-title">
            {missing.length} 个没有取回：可能已删除、填错了，或不是这个店铺的商品
            <CopyButton text={missing.join('\n')} label="复制没有取回的商品ID">
              复制
            </CopyButton>
          </p>
          <p className="products-ids numeric">{missing.join('、')}</p>
        </>
      )}
      {failed + cancelled > 0 && <TaskResults task={task} />}
    </section>
  )
}
