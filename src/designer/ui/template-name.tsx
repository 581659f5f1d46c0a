import { Button, Input } from '@arco-design/web-react'
import { IconEdit } from '@arco-design/web-react/icon'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { templateName } from '../../../contract/rules/case-names'
import { textLimits } from '../../../contract/rules/limits'
import { renameTemplate } from '../../../design/commands/settings'
import { useDesigner, useSession } from './context'

/** The template's name; a click edits it. It is saved with the design. */
export function TemplateName() {
  const { session } = useDesigner()
  const name = useSession((state) => state.doc.name)
  const templateId = useSession((state) => state.templateId)
  const subject = useSession((state) => state.subject)
  const [typed, setTyped] = useState<string | null>(null)
  const button = useRef<HTMLElement>(null)
  /** Enter and Escape return the focus to the button; leaving the field does not. */
  const returnFocus = useRef(false)

  useEffect(() => {
    if (typed !== null || !returnFocus.current) return
    returnFocus.current = false
    button.current?.focus()
  }, [typed])

  const commit = () => {
    if (typed !== null) session.run(renameTemplate, { name: typed })
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    returnFocus.current = true
    // The focus moves to the button during this key press, which would then also click the button.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') commit()
    else setTyped(null)
  }

  if (typed !== null) {
    return (
      <Input
        className="designer-title-field"
        aria-label="模板名称"
        placeholder="给模板起个名字"
        autoFocus
        value={typed}
        maxLength={textLimits.name}
        onFocus={(event) => event.target.select()}
        onChange={setTyped}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
    )
  }
  if (subject !== 'template') {
    return (
      <h2 className="designer-title">
        <span className="designer-title-text">{subject === 'component' ? `编辑组件「${name}」` : `修改${name}`}</span>
      </h2>
    )
  }
  const shown = name || (templateId === null ? '新建模板' : templateName({ id: templateId, name }))
  return (
    <h2 className="designer-title">
      <Button
        ref={button}
        type="text"
        className="designer-title-button"
        title={`${shown}（点击重命名）`}
        aria-label={`重命名模板「${shown}」`}
        onClick={() => setTyped(name)}
      >
        <span className="designer-title-text">{shown}</span>
        <IconEdit />
      </Button>
    </h2>
  )
}
