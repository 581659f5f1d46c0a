import { Alert, Button, Form, Input, Spin } from '@arco-design/web-react'
import { IconDelete } from '@arco-design/web-react/icon'
import { maxFontNameLength } from '../../../contract/constants'
import { bytesText } from '../../../contract/rules/sizes'
import { fontNameProblem } from './font-name'
import type { Draft, DraftPreview } from './use-drafts'

interface DraftCardProps {
  readonly draft: Draft
  /** True if the shop, or another draft of this form, has a font with this name. */
  readonly isTaken: (name: string) => boolean
  readonly onName: (name: string) => void
  readonly onRemove: () => void
}

type FailCallback = (problem?: string) => void
const checkName = (value: string | undefined, fail: FailCallback) => fail(fontNameProblem(value) ?? undefined)

function Previews({ preview, name }: { readonly preview: DraftPreview | null; readonly name: string }) {
  if (preview === null) {
    return (
      <div className="fonts-drawing" role="status">
        <Spin size={16} /> 正在生成预览图…
      </div>
    )
  }
  return (
    <>
      <div className="fonts-previews">
        <figure>
          <span className="fonts-preview">
            <img src={preview.normalUrl} alt={`「${name}」的预览图：${preview.text}`} />
          </span>
          <figcaption>预览</figcaption>
        </figure>
        <figure>
          <span className="fonts-preview">
            <img src={preview.activeUrl} alt={`「${name}」选中时的预览图：${preview.text}`} />
          </span>
          <figcaption>选中时</figcaption>
        </figure>
      </div>
      {name !== '' && preview.text !== name && (
        <p className="fonts-hint">
          这个字体写不出「{name}」，预览图用「{preview.text}」代替。
        </p>
      )}
    </>
  )
}

/** Shows one picked font: its file, its name, and its two preview pictures. */
export function DraftCard({ draft, isTaken, onName, onRemove }: DraftCardProps) {
  const { key, file, checked, refused, preview } = draft
  return (
    <li className="fonts-draft" aria-label={file.name}>
      <div className="fonts-draft-head">
        <span className="fonts-draft-file" title={file.name}>
          {file.name}
        </span>
        <span className="fonts-hint numeric">{bytesText(file.blob.size)}</span>
        <Button type="text" size="small" icon={<IconDelete />} aria-label={`移除「${file.name}」`} onClick={onRemove}>
          移除
        </Button>
      </div>
      {refused !== null && (
        <Alert
          type="error"
          content={
            <>
              <strong>{refused.message}</strong>
              {refused.hint !== '' && <div>{refused.hint}</div>}
            </>
          }
        />
      )}
      {refused === null && checked === null && (
        <div className="fonts-drawing" role="status">
          <Spin size={16} /> 正在读取字体…
        </div>
      )}
      {refused === null && checked !== null && (
        <>
          <Form.Item label="字体名称" field={`names.${key}`} rules={[{ validator: checkName }]}>
            <Input
              aria-label={`「${file.name}」的字体名称`}
              placeholder="买家看到的名称，例如：站酷快乐体"
              maxLength={{ length: maxFontNameLength, errorOnly: true }}
              showWordLimit
              onChange={onName}
            />
          </Form.Item>
          <Form.Item shouldUpdate noStyle>
            {(values: { names?: Readonly<Record<string, string>> }) => {
              const name = values.names?.[key]?.trim() ?? ''
              return (
                <>
                  {name !== '' && isTaken(name) && (
                    <p className="fonts-hint is-warning">已有同名的字体，建议换一个名称以便区分。</p>
                  )}
                  <Previews preview={preview} name={name} />
                </>
              )
            }}
          </Form.Item>
          {checked.note !== null && <Alert type="warning" content={checked.note} />}
          <Alert
            type={checked.rights.needsCheck ? 'warning' : 'info'}
            content={
              <>
                <strong>嵌入权限：{checked.rights.label}。</strong>
                {checked.rights.text}
              </>
            }
          />
          {checked.licence !== '' && (
            <p className="fonts-hint fonts-licence" title={checked.licence}>
              文件里的授权说明：{checked.licence}
            </p>
          )}
        </>
      )}
    </li>
  )
}
