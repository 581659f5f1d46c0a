import { Alert, Button, Progress } from '@arco-design/web-react'
import { useRef } from 'react'
import { filesOfInput, type PickedFile } from '../../base/picked-files'
import { acceptOf } from '../../base/picture-files'
import type { Task, TaskItem } from '../../base/tasks/types'

/** Left out because the same picture was picked twice; the other's name. */
const sameAs = ({ result }: TaskItem<unknown, unknown>): string | null =>
  typeof result === 'object' && result !== null && 'same' in result && typeof result.same === 'string' ? result.same : null

/** While it goes on the files under way; then which pictures were picked twice. */
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
              <Progress
                percent={total > 0 ? Math.min(100, Math.floor((loaded / total) * 100)) : 0}
                size="small"
                aria-label={`${name} 上传进度`}
              />
            </li>
          ))}
      </ul>
    )
  }
  const twins = task.items.flatMap((item) => {
    const other = sameAs(item)
    return other === null ? [] : [`「${item.name}」与「${other}」`]
  })
  if (twins.length === 0) return null
  const named = `${twins.slice(0, 3).join('、')}${twins.length > 3 ? ` 等 ${twins.length} 张` : ''}`
  return <Alert type="info" className="form-alert" content={`${named}是相同的图片，只上传了一次`} />
}

interface AnotherPictureProps {
  /** The file that failed. */
  readonly name: string
  readonly onFile: (file: PickedFile) => void
}

/** Sends another file in the place of one that failed. */
export function AnotherPicture({ name, onFile }: AnotherPictureProps) {
  const field = useRef<HTMLInputElement>(null)
  const label = `换一张图片代替「${name}」`
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        accept={acceptOf()}
        onChange={(event) => {
          const [file] = filesOfInput(event.target.files)
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button size="mini" type="text" aria-label={label} onClick={() => field.current?.click()}>
        换一张
      </Button>
    </>
  )
}
