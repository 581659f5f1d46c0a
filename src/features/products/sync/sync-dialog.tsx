import { Button, Input } from '@arco-design/web-react'
import { useEffect, useId, useRef, useState } from 'react'
import { maxProductIdsPerCall, productSyncHint } from '../../../../contract/constants'
import { canReadThroughClient, canSync, productIdProblem } from '../../../../contract/rules/shop-types'
import type { Shop } from '../../../../contract/types'
import { batchesOf } from '../../../base/batches'
import type { Task } from '../../../base/tasks/types'
import { CopyButton } from '../../../ui/copy-button'
import { DialogFoot } from '../../../ui/dialog-foot'
import { Modal } from '../../../ui/modal'
import { countOf, TaskProgress, TaskResults, useTaskStore, useTasks } from '../../../ui/tasks'
import { toastSuccess } from '../../../ui/toast'
import { splitIds } from './product-ids'
import { productSyncKind, type SyncInput, type SyncResult, syncScope } from './sync-kind'

interface SyncDialogProps {
  readonly shop: Shop
  readonly open: boolean
  readonly onClose: () => void
}

const missingOf = (task: Task<unknown, unknown>): readonly string[] =>
  task.items.flatMap(({ result }) => (result as SyncResult | undefined)?.missing ?? [])
const foundOf = (task: Task<unknown, unknown>): number =>
  task.items.reduce((sum, { result }) => sum + ((result as SyncResult | undefined)?.found ?? 0), 0)

/** 同步商品: asks for ids, syncs the products, and lists those not found. The ids stay in the field until they are synced. */
export function SyncDialog({ shop, open, onClose }: SyncDialogProps) {
  const [text, setText] = useState('')
  const [startAttempted, setStartAttempted] = useState(false)
  const store = useTaskStore()
  const scope = syncScope(shop.id)
  const tasks = useTasks(scope)
  const task = tasks[tasks.length - 1]
  const id = useId()
  const ids = splitIds(text)
  const refusal = problemOf(shop, ids)
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
    setStartAttempted(false)
    if (missing.length > 0) return
    toastSuccess('同步成功')
    store.dismiss(task.id)
    onClose()
  }, [task, store, onClose])

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
    <Modal visible={open} title="同步商品" footer={null} onCancel={close} style={{ width: 520, maxWidth: 'calc(100vw - 32px)' }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <label htmlFor={id} className="products-label">
          商品ID
        </label>
        <Input.TextArea
          id={id}
          autoFocus
          value={text}
          onChange={(next) => {
            setText(next)
            dismissEnded()
          }}
          disabled={running}
          autoSize={{ minRows: 4, maxRows: 10 }}
          placeholder="可以粘贴多个，用逗号、空格或换行分隔"
          aria-describedby={`${id}-hint`}
          {...(problem !== null && { status: 'error' as const })}
        />
        <p id={`${id}-hint`} className="products-count">
          <span>建议一次最多 {productSyncHint} 个；重复的只同步一次</span>
          <span className="numeric" role="status">
            共 {ids.length} 个
          </span>
        </p>
        {problem !== null && (
          <p className="setting-problem" role="alert">
            {problem}
          </p>
        )}
        {task && <Outcome task={task} />}
        <DialogFoot onCancel={task ? undefined : close} onClose={task && !running ? close : undefined}>
          {running && <Button onClick={close}>在后台继续</Button>}
          <Button type="primary" htmlType="submit" loading={running}>
            {ids.length > 0 ? `同步 ${ids.length} 个商品` : '同步商品'}
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}

const problemOf = ({ type }: Shop, ids: readonly string[]): string | null =>
  ids.length === 0 ? '请输入商品ID' : productIdProblem(type, ids)

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
