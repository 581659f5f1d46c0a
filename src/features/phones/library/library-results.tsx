import { Button } from '@arco-design/web-react'
import { screens } from '../../../base/paths'
import type { Task } from '../../../base/tasks/types'
import { DialogFoot } from '../../../ui/dialog-foot'
import { LinkButton } from '../../../ui/link-button'
import { countOf, TaskProgress, TaskResults, useTaskStore } from '../../../ui/tasks'
import type { AddInput, AddResult } from './library-task'

export type AddTask = Task<AddInput, AddResult>

interface LibraryResultsProps {
  readonly task: AddTask
  readonly onClose: () => void
}

/** The progress of adding phones, and what came of it. */
export function LibraryResults({ task, onClose }: LibraryResultsProps) {
  const store = useTaskStore()
  if (task.state !== 'ended') {
    return (
      <>
        <TaskProgress task={task} />
        <DialogFoot>
          <Button type="primary" onClick={onClose}>
            在后台继续
          </Button>
        </DialogFoot>
      </>
    )
  }
  const results = task.items.flatMap(({ name, result }) => (result ? [{ name, ...result }] : []))
  const sum = (of: (result: AddResult) => number) => results.reduce((total, result) => total + of(result), 0)
  const isFactory = task.items.some(({ input }) => input.factoryId !== null)
  const made = sum((result) => result.made)
  const parts = [
    // Brands and models are created before the items, so that items alone do not tell which are new.
    `${sum(({ models }) => models)} 个机型都在了`,
    isFactory && `${sum(({ bound }) => bound)} 个绑定到工厂的同一个机型`,
    made > 0 ? `画了 ${made} 张标准线框` : '没有需要画的线框图',
  ].filter((text) => text !== false)
  const notes = results.filter(({ notes: texts }) => texts.length > 0)
  const finish = (keepOpen: boolean) => {
    if (!keepOpen) onClose()
    store.dismiss(task.id)
  }
  return (
    <>
      <p className="library-done numeric" role="status">
        {parts.join('，')}
        {made > 0 && '。标准线框，请与工厂模具核对'}
      </p>
      {notes.length > 0 && (
        <ul className="library-notes" aria-label="需要留意的机型">
          {notes.map(({ name, notes: texts }) => (
            <li key={name}>
              {name}：{texts.join('；')}
            </li>
          ))}
        </ul>
      )}
      {countOf(task).done < task.items.length && (
        <TaskResults task={{ ...task, items: task.items.filter(({ state }) => state !== 'done') }} />
      )}
      <DialogFoot>
        <Button onClick={() => finish(true)}>继续添加</Button>
        {made > 0 && (
          <LinkButton secondary href={screens.wireframes.path}>
            去看线框图
          </LinkButton>
        )}
        <Button type="primary" onClick={() => finish(false)}>
          完成
        </Button>
      </DialogFoot>
    </>
  )
}
