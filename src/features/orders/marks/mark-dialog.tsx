import './marks.css'
import { Alert, Button, Input, Radio, Select } from '@arco-design/web-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { textLimits } from '../../../../contract/rules/limits'
import { orderTagsQuery } from '../../../api/queries/automation'
import { orderKeys } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { FailureText } from '../../../ui/failure-view'
import { Modal } from '../../../ui/modal'
import { toastSuccess } from '../../../ui/toast'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import { TagList } from './tag-list'

interface MarkDialogProps {
  readonly visible: boolean
  readonly orderIds: readonly number[]
  readonly onClose: () => void
}

/** Sets tags and a hold on orders by hand; the rules leave them alone from then on. */
export default function MarkDialog({ visible, orderIds, onClose }: MarkDialogProps) {
  return (
    <Modal title={`标签与搁置：${orderIds.length} 个订单`} visible={visible} footer={null} onCancel={onClose} unmountOnExit>
      <MarkForm orderIds={orderIds} onClose={onClose} />
    </Modal>
  )
}

type Hold = 'keep' | 'hold' | 'release'

function MarkForm({ orderIds, onClose }: Omit<MarkDialogProps, 'visible'>) {
  const api = useApi()
  const queries = useQueryClient()
  const tags = useQuery({ ...orderTagsQuery(api), meta: { quiet: true } })
  const [added, setAdded] = useState<number[]>([])
  const [removed, setRemoved] = useState<number[]>([])
  const [hold, setHold] = useState<Hold>('keep')
  const [reason, setReason] = useState('')
  const [isManaging, setManaging] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const options = (tags.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isSaved = useRef(false)
  const save = useOneAtATime(async () => {
    if (isSaved.current) return
    if (hold === 'hold' && reason.trim() === '') return setProblem('请填写搁置的原因')
    if (added.length + removed.length === 0 && hold === 'keep') return onClose()
    const body = {
      orderIds: [...orderIds],
      ...(added.length > 0 && { addTagIds: added }),
      ...(removed.length > 0 && { removeTagIds: removed }),
      ...(hold !== 'keep' && { heldBack: hold === 'hold' ? reason.trim() : null }),
    }
    try {
      const { changed } = await api.orders.mark({ body }, { quiet: true })
      isSaved.current = true
      toastSuccess(`已标记 ${changed} 个订单`)
      onClose()
    } catch (error) {
      setProblem(error)
    }
    await queries.invalidateQueries({ queryKey: orderKeys.all })
  })
  return (
    <div className="mark-form">
      {tags.isError && (
        <Alert
          type="error"
          content={<FailureText error={tags.error} />}
          action={
            <Button size="mini" onClick={() => void tags.refetch()}>
              重试
            </Button>
          }
        />
      )}
      <Select
        aria-label="加上标签"
        mode="multiple"
        placeholder="加上标签"
        value={added}
        options={options.filter(({ value }) => !removed.includes(value))}
        onChange={setAdded}
      />
      <Select
        aria-label="去掉标签"
        mode="multiple"
        placeholder="去掉标签"
        value={removed}
        options={options.filter(({ value }) => !added.includes(value))}
        onChange={setRemoved}
      />
      <Button type="text" aria-expanded={isManaging} onClick={() => setManaging(!isManaging)}>
        管理标签
      </Button>
      {isManaging && <TagList tags={tags.data ?? []} onMade={(id) => setAdded((ids) => [...ids, id])} />}
      <Radio.Group
        aria-label="搁置"
        value={hold}
        onChange={(value: Hold) => {
          setHold(value)
          setProblem(null)
        }}
        options={[
          { value: 'keep', label: '搁置不变' },
          { value: 'hold', label: '搁置，不推送' },
          { value: 'release', label: '取消搁置' },
        ]}
      />
      {hold === 'hold' && (
        <Input
          aria-label="搁置的原因"
          placeholder="写给同事看的原因"
          maxLength={textLimits.holdReason}
          value={reason}
          onChange={setReason}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) save()
          }}
        />
      )}
      <p className="mark-hint">由人标记过的订单，自动规则不再改动，也不会自动推送。</p>
      {problem !== null && (
        <Alert type="error" content={typeof problem === 'string' ? problem : <FailureText error={problem} />} />
      )}
      <div className="mark-foot">
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" onClick={() => void save()}>
          保存
        </Button>
      </div>
    </div>
  )
}
