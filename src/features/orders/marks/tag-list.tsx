import { Button, Input, Select } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TagColor } from '../../../../contract/constants'
import { textLimits } from '../../../../contract/rules/limits'
import type { OrderTag } from '../../../../contract/types'
import { automationKeys } from '../../../api/queries/automation'
import { orderKeys } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { countText } from '../../../base/money'
import { confirmDelete } from '../../../ui/confirm'
import { FailureText } from '../../../ui/failure-view'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import { StatusTag } from '../status-tag'

const colorNames: Readonly<Record<TagColor, string>> = { plain: '灰', accent: '蓝', good: '绿', warn: '橙', bad: '红' }
const colorOptions = (Object.keys(colorNames) as TagColor[]).map((value) => ({
  value,
  label: <StatusTag tone={value}>{colorNames[value]}</StatusTag>,
}))

interface TagListProps {
  readonly tags: readonly OrderTag[]
  readonly onMade: (id: number) => void
}

/** The account's tags: made, renamed, coloured and deleted. */
export function TagList({ tags, onMade }: TagListProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<unknown>(null)
  const reload = async () => {
    await queries.invalidateQueries({ queryKey: automationKeys.all })
    await queries.invalidateQueries({ queryKey: orderKeys.all })
  }
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(error)
    }
    await reload()
  }
  const add = useOneAtATime(() =>
    attempt(async () => {
      const { id } = await api.orderTags.create({ body: { name: name.trim() } }, { quiet: true })
      setName('')
      onMade(id)
    }),
  )
  const change = (id: number, body: { name?: string; color?: TagColor }) =>
    attempt(() => api.orderTags.update({ params: { id }, body }, { quiet: true }))
  const remove = async ({ id, name: tagName, orders }: OrderTag) => {
    const text = orders > 0 ? `${countText(orders)} 个订单有这个标签，会从它们上面去掉，不能恢复。` : '没有订单用它。'
    const send = () => api.orderTags.remove({ params: { id } }, { quiet: true })
    if (await confirmDelete(tagName, text, send)) await reload()
  }
  return (
    <div className="mark-tags">
      <ul aria-label="标签">
        {tags.map((tag) => (
          <li key={tag.id}>
            <Input
              aria-label={`标签「${tag.name}」的名称`}
              key={tag.name}
              defaultValue={tag.name}
              maxLength={textLimits.orderTag}
              onKeyDown={({ key, target }) => key === 'Enter' && (target as HTMLInputElement).blur()}
              onBlur={({ target }) => {
                const next = target.value.trim()
                if (next !== '' && next !== tag.name) void change(tag.id, { name: next })
              }}
            />
            <Select
              aria-label={`标签「${tag.name}」的颜色`}
              value={tag.color}
              options={colorOptions}
              onChange={(color: TagColor) => void change(tag.id, { color })}
            />
            <span className="numeric">{countText(tag.orders)} 单</span>
            <Button type="text" icon={<IconDelete />} aria-label={`删除标签「${tag.name}」`} onClick={() => void remove(tag)} />
          </li>
        ))}
      </ul>
      <div className="mark-new">
        <Input
          aria-label="新标签"
          placeholder="新标签的名称"
          maxLength={textLimits.orderTag}
          value={name}
          onChange={setName}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing && name.trim() !== '') add()
          }}
        />
        <Button icon={<IconPlus />} disabled={name.trim() === ''} onClick={add}>
          新增标签
        </Button>
      </div>
      {problem !== null && (
        <p role="alert" className="mark-problem">
          <FailureText error={problem} />
        </p>
      )}
    </div>
  )
}
