import { Alert, Button } from '@arco-design/web-react'
import { IconDelete, IconImage } from '@arco-design/web-react/icon'
import { type DragEvent, useId, useState } from 'react'
import { filesOfTransfer } from '../../base/picked-files'
import { pictureAccept } from '../../base/picture-files'
import { FileButton } from '../../ui/file-drop'
import type { PictureField } from './use-picture'
import './picture-input.css'
import { ProgressBar } from '../../ui/progress-bar'

interface PictureInputProps {
  /** 前景图 */
  readonly label: string
  readonly hint: string
  readonly field: PictureField
  /** The form's problem with this field; problems of the field itself are shown first. */
  readonly problem: string | null
  /** Absent when the picture can be replaced but not removed. */
  readonly onRemove?: () => void
}

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** A field for one picture: picked or dropped, uploaded with progress, cancelled, retried, replaced. */
export function PictureInput({ label, hint, field, problem, onRemove }: PictureInputProps) {
  const id = useId()
  const [isDragOver, setIsDragOver] = useState(false)
  const { current, upload, shown } = field
  const shownProblem = field.problem ?? problem
  const percent = upload && upload.total > 0 ? Math.min(99, Math.floor((upload.loaded / upload.total) * 100)) : 0
  const busy = upload !== null && upload.error === null
  const name = upload?.file.name ?? current?.name
  return (
    <section
      className={`wireframes-picture${isDragOver ? ' is-over' : ''}${shownProblem === null ? '' : ' is-wrong'}`}
      aria-labelledby={id}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setIsDragOver(true)
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setIsDragOver(false)
        // A folder that cannot be read gives no picture; the field stays as it is.
        void filesOfTransfer(event.dataTransfer).then(
          ([file]) => file && field.choose(file),
          () => undefined,
        )
      }}
    >
      <span className={`wireframes-picture-thumb${shown ? ' picture-box' : ''}`} aria-hidden="true">
        {shown ? <img src={shown.src} alt="" /> : <IconImage />}
      </span>
      <div className="wireframes-picture-facts">
        <h2 id={id} className="wireframes-picture-label">
          {label}
        </h2>
        {shown ? (
          <p className="wireframes-picture-name" title={name}>
            {name}{' '}
            <span className="numeric">
              {shown.size.width}×{shown.size.height}
            </span>
          </p>
        ) : (
          <p className="wireframes-hint">{hint}</p>
        )}
        <div className="wireframes-picture-actions">
          {busy ? (
            <>
              <ProgressBar percent={percent} size="small" label={`正在上传${label}`} />
              <Button size="small" type="text" onClick={field.cancel}>
                取消上传
              </Button>
            </>
          ) : (
            <>
              <FileButton
                multiple={false}
                accept={pictureAccept}
                type={current ? 'secondary' : 'primary'}
                onFiles={([file]) => file && field.choose(file)}
              >
                {current ? `更换${label}` : `上传${label}`}
              </FileButton>
              {onRemove && current && (
                <Button type="text" icon={<IconDelete />} aria-label={`去掉${label}`} onClick={onRemove}>
                  去掉
                </Button>
              )}
            </>
          )}
        </div>
      </div>
      {upload !== null && upload.error !== null && (
        <Alert
          className="wireframes-picture-alert"
          type="error"
          content={`${upload.error}`}
          action={
            <>
              <Button size="mini" type="primary" onClick={field.retry}>
                重试
              </Button>{' '}
              <Button size="mini" onClick={field.cancel}>
                放弃这张
              </Button>
            </>
          }
        />
      )}
      {shownProblem !== null && (
        <p className="wireframes-problem" role="alert">
          {shownProblem}
        </p>
      )}
    </section>
  )
}
