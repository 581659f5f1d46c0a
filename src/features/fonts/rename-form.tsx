import { Form, Input } from '@arco-design/web-react'
import { useEffect, useRef } from 'react'
import { maxFontNameLength } from '../../../contract/constants'
import type { ShopFont } from '../../../contract/types'
import { resolveFileUrl } from '../../api/file-url'
import { usePlatform } from '../../api/services'
import { FormDialog } from '../../ui/form-dialog'
import { toastSuccess } from '../../ui/toast'
import { fontNameProblem } from './font-name'
import { createFontPreviewRenderer } from './font-preview-renderer'
import { uploadPreviews } from './font-upload-task'
import { useRename } from './mutations'

interface RenameFormProps {
  /** The font to rename; null while the dialog is closed. */
  readonly font: ShopFont | null
  readonly onClose: () => void
  /** Creates what draws the pictures; tests pass another one. */
  readonly createRenderer?: typeof createFontPreviewRenderer
}

interface Fields {
  name: string
}

async function fontBytes(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  let reply: Response
  try {
    reply = await fetch(resolveFileUrl(url), { signal })
  } catch (cause) {
    throw new Error('字体文件没有下载下来，不能按新名称生成预览图，请检查网络后重试', { cause })
  }
  if (!reply.ok) throw new Error('店铺里的字体文件读不到，请删除这个字体后重新上传')
  return reply.arrayBuffer()
}

const checkName = (value: string | undefined, fail: (problem?: string) => void) => fail(fontNameProblem(value) ?? undefined)

/** A dialog that renames a font and draws its pictures again, since pickers show them instead of the name. */
export function RenameForm({ font, onClose, createRenderer = createFontPreviewRenderer }: RenameFormProps) {
  const platform = usePlatform()
  const rename = useRename()
  const formClosed = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    formClosed.current = controller
    return () => controller.abort()
  }, [])

  const save = async ({ name: typed }: Fields) => {
    const name = typed.trim()
    if (font === null || name === font.name) return
    const { signal } = formClosed.current
    const renderer = createRenderer()
    try {
      // Read the bytes first, so that a failed download is not reported as a failure of drawing.
      const bytes = await fontBytes(font.fontUrl, signal)
      const previews = await renderer.draw(font.fontUrl, async () => bytes, name)
      const pictures = await uploadPreviews(platform, previews, signal)
      await rename.mutateAsync({ id: font.id, name, ...pictures })
    } finally {
      renderer.dispose()
    }
    toastSuccess(`操作成功：名称改为「${name}」`)
  }
  return (
    <FormDialog<Fields>
      visible={font !== null}
      title="重命名字体"
      subject={font?.id}
      okText="保存名称"
      initialValues={{ name: font?.name ?? '' }}
      fields={['name']}
      save={save}
      onClose={onClose}
    >
      {() => (
        <Form.Item
          label="字体名称"
          field="name"
          rules={[{ validator: checkName }]}
          extra="预览图会按新名称重新生成；已经写好的文字不受影响。"
        >
          <Input
            autoFocus
            onFocus={(event) => event.target.select()}
            maxLength={{ length: maxFontNameLength, errorOnly: true }}
            showWordLimit
            aria-label="字体名称"
          />
        </Form.Item>
      )}
    </FormDialog>
  )
}
