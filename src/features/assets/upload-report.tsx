import { Alert } from '@arco-design/web-react'
import type { Task, TaskItem } from '../../base/tasks/types'
import { ProgressBar } from '../../ui/progress-bar'
import './upload-wizard.css'

/** The name of the picture that an item duplicates, and its collection if it was there before; null for other results. */
function duplicateOf({ result }: TaskItem<unknown, unknown>): { readonly same: string; readonly collection?: unknown } | null {
  return typeof result === 'object' && result !== null && 'same' in result && typeof result.same === 'string'
    ? (result as { same: string; collection?: unknown })
    : null
}

/** While the task runs: the files in progress. Afterwards: which pictures were duplicates. */
export function UploadNotice({ task }: { readonly task: Task }) {
  if (task.state !== 'ended') {
    return (
      <ul className="assets-running" aria-label="正在上传的文件">
        {task.items
          .filter(({ state }) => state === 'running')
          .map(({ key, name, loaded, total }) => (
            <li key={key}>
              <span className="assets-running-name" title={name}>
                {name}
              </span>
              <ProgressBar
                percent={total > 0 ? Math.min(100, Math.floor((loaded / total) * 100)) : 0}
                size="small"
                label={`${name} 上传进度`}
              />
            </li>
          ))}
      </ul>
    )
  }
  const duplicates = task.items.flatMap((item) => {
    const duplicate = duplicateOf(item)
    if (duplicate === null) return []
    return [
      typeof duplicate.collection === 'string'
        ? `「${item.name}」已在「${duplicate.collection}」里`
        : `「${item.name}」与「${duplicate.same}」相同`,
    ]
  })
  const notes = task.items.flatMap(({ input, name, result, state }) =>
    state === 'done' ? [...noteOf(input), ...notesOf(name, result)] : [],
  )
  if (duplicates.length === 0 && notes.length === 0) return null
  const noteAlert = notes.length > 0 && (
    <Alert
      type="info"
      className="form-alert"
      content={`${notes.slice(0, 3).join('；')}${notes.length > 3 ? ` 等 ${notes.length} 张` : ''}`}
    />
  )
  if (duplicates.length === 0) return noteAlert
  const duplicateNames = `${duplicates.slice(0, 3).join('、')}${duplicates.length > 3 ? ` 等 ${duplicates.length} 张` : ''}`
  return (
    <>
      <Alert
        type="info"
        className="form-alert"
        content={`${duplicateNames}，没有重复上传；新上传 ${task.items.filter(isNew).length} 张`}
      />
      {noteAlert}
    </>
  )
}

/** The note about a sent picture, if there is one. */
const noteOf = (input: unknown): string[] =>
  typeof input === 'object' && input !== null && 'note' in input && typeof input.note === 'string' ? [input.note] : []

/** Returns the server's notes about an accepted picture, each with its name. */
const notesOf = (name: string, result: unknown): string[] =>
  typeof result === 'object' && result !== null && 'notes' in result && Array.isArray(result.notes)
    ? result.notes.map((note) => `「${name}」${note}`)
    : []

const isNew = ({ result }: TaskItem<unknown, unknown>): boolean =>
  typeof result === 'object' && result !== null && 'assetId' in result
