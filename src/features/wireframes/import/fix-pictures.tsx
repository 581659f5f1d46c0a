import { Button, Input } from '@arco-design/web-react'
import { IconClose, IconUndo } from '@arco-design/web-react/icon'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { pictureAccept } from '../../../base/picture-files'
import { FileButton } from '../../../ui/file-drop'
import type { Edit } from './draft'
import { parseFileName } from './file-name'

interface FixPicturesProps {
  readonly pictures: readonly { readonly id: string; readonly name: string }[]
  readonly submitText: string
  readonly busy?: boolean
  /** The reason why the last attempt was refused. */
  readonly problem?: string | null
  readonly onSubmit: (edits: readonly Edit[]) => void
}

/** A form that renames, replaces or removes the files of one wireframe. Nothing changes until it is submitted. */
export function FixPictures({ pictures, submitText, busy = false, problem = null, onSubmit }: FixPicturesProps) {
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit>>(new Map())
  const form = useRef<HTMLFormElement>(null)
  // The button that opened this form has been removed together with the focus, so focus the first field.
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input:not([type=file])')?.focus()
  }, [])
  const rows = pictures.map(({ id, name }) => ({ originalName: name, edit: edits.get(id) ?? { id, name } }))
  const setEdit = (edit: Edit) => setEdits(new Map(edits).set(edit.id, edit))
  const changed = rows.filter(({ originalName, edit }) => edit.name !== originalName || edit.file || edit.removed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changed.length > 0 && !busy) onSubmit(changed.map(({ edit }) => edit))
  }
  return (
    <form ref={form} className="import-fix" onSubmit={submit}>
      {rows.map(({ originalName, edit }) => (
        <div key={edit.id} className="import-fix-line">
          <Input
            aria-label={`「${originalName}」的文件名`}
            value={edit.name}
            disabled={edit.removed ?? false}
            onChange={(name) => setEdit({ ...edit, name })}
          />
          <FileButton
            multiple={false}
            accept={pictureAccept}
            disabled={edit.removed ?? false}
            onFiles={([file]) => {
              // If the old name is invalid, the new file's name replaces it.
              if (file) setEdit({ ...edit, file, name: 'problem' in parseFileName(edit.name) ? file.name : edit.name })
            }}
          >
            {edit.file ? '已换图片' : '换图片'}
          </FileButton>
          <Button
            type="text"
            icon={edit.removed ? <IconUndo /> : <IconClose />}
            aria-label={edit.removed ? `恢复「${originalName}」` : `去掉「${originalName}」`}
            title={edit.removed ? '恢复' : '去掉这张图片'}
            onClick={() => setEdit({ ...edit, removed: !edit.removed })}
          />
        </div>
      ))}
      {problem !== null && (
        <p className="import-problem" role="alert">
          {problem}
        </p>
      )}
      <Button htmlType="submit" size="small" type="primary" loading={busy} disabled={changed.length === 0}>
        {submitText}
      </Button>
    </form>
  )
}
