import './preview-select.css'
import { Button, Trigger } from '@arco-design/web-react'
import { IconDown, IconMobile } from '@arco-design/web-react/icon'
import { useRef, useState } from 'react'
import { setPreview } from '../../../design/commands/settings'
import { noWireframe, PhoneForm } from '../../template-tools/preview/phone-form'
import type { Preview } from '../../template-tools/preview/use-preview'
import { useDesigner, useSession } from './context'
import { useEscape } from './use-escape'

/** Selects the phone, material and colour that the design is shown on. Changing it never changes the design. */
export function PreviewSelect({ preview }: { readonly preview: Preview }) {
  const [open, setOpen] = useState(false)
  const { modelName, choice, color } = preview
  const chosen = [modelName, choice?.material.name, color?.name].filter((name) => name !== undefined && name !== '')
  const button = useRef<HTMLElement>(null)
  useEscape(open, () => {
    setOpen(false)
    button.current?.focus()
  })
  const summary = chosen.length > 0 ? chosen.join(' · ') : '选择机型'
  return (
    <div className="designer-preview">
      <Trigger
        trigger="click"
        position="bl"
        popupVisible={open}
        onVisibleChange={setOpen}
        popup={() => (
          <div className="designer-preview-form" role="dialog" aria-label="预览机型">
            <PreviewForm preview={preview} />
          </div>
        )}
        // Arco's selects open their lists outside of this popup, so a click there must not close it.
        clickOutsideToClose
      >
        <Button
          ref={button}
          className="designer-preview-button"
          icon={<IconMobile />}
          aria-haspopup="dialog"
          aria-expanded={open}
        >
          <span className="designer-preview-summary" title={summary}>
            {summary}
          </span>
          <IconDown />
        </Button>
      </Trigger>
      {preview.lacksWireframe && (
        <span className="designer-warning" role="status">
          {noWireframe}
        </span>
      )}
      {preview.wireframeFailed && (
        <span className="designer-warning" role="status">
          线框图没有读取成功
          <Button size="mini" onClick={preview.retry}>
            重试
          </Button>
        </span>
      )}
    </div>
  )
}

/** The phone of the open design; choosing another one is a command of the session. */
export function PreviewForm({ preview }: { readonly preview: Preview }) {
  const { session, username } = useDesigner()
  const place = {
    phoneModelId: useSession((state) => state.doc.previewPhoneModelId),
    materialColorId: useSession((state) => state.doc.previewMaterialColorId),
  }
  return <PhoneForm preview={preview} phone={place} username={username} onChange={(chosen) => session.run(setPreview, chosen)} />
}
