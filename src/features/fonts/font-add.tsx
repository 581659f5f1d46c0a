import { Checkbox, Form, type FormInstance } from '@arco-design/web-react'
import { IconFile } from '@arco-design/web-react/icon'
import { useRef, useState } from 'react'
import type { ShopFont } from '../../../contract/types'
import { acceptOf } from '../../base/picture-files'
import { FileButton, FileDrop } from '../../ui/file-drop'
import { FormDialog } from '../../ui/form-dialog'
import { useTaskStore } from '../../ui/tasks'
import { DraftCard } from './draft-card'
import { notAFont } from './font-file-check'
import { createFontPreviewRenderer } from './font-preview-renderer'
import { type FontUpload, fontUploadKind, fontUploadScope } from './font-upload-task'
import { type Draft, useDrafts } from './use-drafts'

interface FontAddProps {
  readonly open: boolean
  readonly fonts: readonly ShopFont[]
  readonly onClose: () => void
  /** Creates what draws the preview pictures; tests pass another one. */
  readonly createRenderer?: typeof createFontPreviewRenderer
}

interface Fields {
  /** Has no value; the form shows problems with the files at this field. */
  files?: undefined
  names?: Readonly<Record<string, string>>
  agreed?: boolean
}

type FailCallback = (problem?: string) => void
const accept = acceptOf(['ttf', 'otf'])

/** Refused files first, so that the ones to remove need not be searched for. */
const refusedFirst = (drafts: readonly Draft[]) =>
  [...drafts].sort((a, b) => Number(b.refused !== null) - Number(a.refused !== null))

/** A dialog that adds fonts: files, names, pictures and the licence. The upload continues as a task. */
export function FontAdd({ open, fonts, onClose, createRenderer = createFontPreviewRenderer }: FontAddProps) {
  const store = useTaskStore()
  const form = useRef<FormInstance<Fields> | null>(null)
  const [unreadable, setUnreadable] = useState(false)
  const { drafts, choose, remove, rename, finish } = useDrafts(open, createRenderer, (key, name) =>
    form.current?.setFieldValue(`names.${key}` as keyof Fields & string, name as never),
  )

  const checkFiles = (_: unknown, fail: FailCallback) => {
    if (drafts.length === 0) return fail(notAFont)
    if (drafts.some((draft) => draft.refused !== null)) return fail('请先移除不能用的字体文件')
    fail(drafts.some((draft) => draft.preview === null) ? '正在读取字体并生成预览图，请稍候' : undefined)
  }
  const checkAgreed = (value: boolean | undefined, fail: FailCallback) => fail(value === true ? undefined : '请仔细阅读后勾选')
  const isNameTaken = (key: string, name: string) =>
    fonts.some((font) => font.name === name) ||
    drafts.some((draft) => draft.key !== key && form.current?.getFieldsValue().names?.[draft.key]?.trim() === name)

  const save = async ({ names = {} }: Fields) => {
    const uploads: { key: string; name: string; input: FontUpload }[] = []
    for (const { key, file } of drafts) {
      const name = names[key]?.trim() ?? ''
      const { normal, active } = await finish(key, name)
      uploads.push({ key, name, input: { name, fileName: file.name, file: file.blob, previews: { normal, active } } })
    }
    const title = uploads.length === 1 ? `上传字体「${uploads[0]?.name}」` : `上传 ${uploads.length} 个字体`
    store.start({ kind: fontUploadKind, title, scope: fontUploadScope, items: uploads })
  }
  const addFiles = (files: Parameters<typeof choose>[0]) => {
    setUnreadable(false)
    form.current?.setFields({ files: { error: undefined } } as Parameters<FormInstance<Fields>['setFields']>[0])
    choose(files)
  }

  return (
    <FormDialog<Fields>
      visible={open}
      title="新增字体"
      okText="上传字体"
      initialValues={{ names: {}, agreed: false }}
      fields={['files', 'names', 'agreed']}
      save={save}
      onClose={onClose}
      width={600}
    >
      {(instance) => {
        form.current = instance
        return (
          <>
            {drafts.length > 0 && (
              <ul className="fonts-drafts" aria-label="要上传的字体">
                {refusedFirst(drafts).map((draft) => (
                  <DraftCard
                    key={draft.key}
                    draft={draft}
                    isTaken={(name) => isNameTaken(draft.key, name)}
                    onName={(name) => rename(draft.key, name)}
                    onRemove={() => remove(draft.key)}
                  />
                ))}
              </ul>
            )}
            <Form.Item field="files" rules={[{ validator: checkFiles }]}>
              <FileDrop
                hint="支持 TTF、OTF 格式，单个不超过 30 MB，可以一次选多个，也可以拖到这里"
                paste={false}
                onFiles={addFiles}
                onProblem={() => setUnreadable(true)}
              >
                <FileButton
                  type={drafts.length === 0 ? 'primary' : 'secondary'}
                  icon={<IconFile />}
                  accept={accept}
                  onFiles={addFiles}
                >
                  {drafts.length === 0 ? '选择字体文件' : '再选字体文件'}
                </FileButton>
              </FileDrop>
            </Form.Item>
            {unreadable && <p className="fonts-hint is-warning">读取不到拖进来的文件夹，请改用「选择字体文件」。</p>}
            <Form.Item field="agreed" triggerPropName="checked" rules={[{ validator: checkAgreed }]}>
              <Checkbox>我已确认所上传的字体取得了商用授权，因字体版权产生的责任由本店承担</Checkbox>
            </Form.Item>
          </>
        )
      }}
    </FormDialog>
  )
}
