import { Button } from '@arco-design/web-react'
import { IconLeft, IconRight, IconRotateRight } from '@arco-design/web-react/icon'
import { type ReactNode, useEffect, useState } from 'react'
import { templateName } from '../../../contract/rules/case-names'
import type { Look } from '../../../contract/rules/look'
import type { TemplateRow, Wireframe } from '../../../contract/types'
import type { Size } from '../../../design/model/types'
import type { CaseSceneInput } from '../../../imaging/case-scene/types'
import { Modal } from '../../ui/modal'
import { useArrowKeys } from '../../ui/use-arrow-keys'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import { CaseView, type CaseViewProps } from './case-view'
import { TurnView } from './turn-view'
import { useHighResolution } from './use-high-resolution'

interface LargeViewProps {
  readonly templates: readonly TemplateRow[]
  /** Index in `templates`; null while closed. */
  readonly index: number | null
  readonly wireframe: Wireframe | null
  readonly paper: string
  /** The look with whose light the picture is made; null: without light. */
  readonly look: Look | null
  /** Its light while the picture is made. */
  readonly light: CaseViewProps['light']
  readonly showPrintArea: boolean
  /** Makes the high-resolution picture of a template on the case. */
  readonly make: (template: TemplateRow, signal: AbortSignal) => Promise<Blob>
  /** Prepares a template's case to be turned; null while it has no case. */
  readonly makeSolid: ((template: TemplateRow, signal: AbortSignal) => Promise<CaseSceneInput>) | null
  readonly onNavigate: (index: number) => void
  /** Shows the template on the cases of all models. */
  readonly onModels: (template: TemplateRow) => void
  readonly onClose: () => void
}

/** Returns the space for the case, px: the window without title and buttons. */
const availableSpace = (): Size => ({ width: Math.min(912, innerWidth - 96), height: Math.max(200, innerHeight - 240) })

function useAvailableSpace(): Size {
  const [space, setSpace] = useState(availableSpace)
  useEffect(() => {
    const measure = () => setSpace(availableSpace())
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return space
}

/** One template as large as the window allows; the arrow keys go through all of them. */
export function LargeView(props: LargeViewProps) {
  const { templates, index, wireframe, paper, look, light, showPrintArea, make, makeSolid, onNavigate, onModels, onClose } = props
  const shownIndex = useValueWhileClosing(index !== null, index) ?? 0
  const template = templates[shownIndex]
  const space = useAvailableSpace()
  const pictureKey =
    index === null || wireframe === null || !template
      ? null
      : `${template.id} ${template.revision} ${wireframe.id} ${paper} ${look}`
  const highResolutionUrl = useHighResolution(pictureKey, (signal) =>
    template ? make(template, signal) : Promise.reject(new Error('no template to be shown')),
  )
  const moveBy = (offset: -1 | 1) => {
    const to = shownIndex + offset
    if (to >= 0 && to < templates.length) onNavigate(to)
  }
  const open = index !== null
  const [isTurning, setTurning] = useState(false)
  useArrowKeys(open && !isTurning, moveBy)
  const caseView = (isFlat: boolean): ReactNode =>
    template && (
      <CaseView
        key={template.id}
        template={template}
        wireframe={wireframe}
        paper={paper}
        space={space}
        showPrintArea={!isFlat && showPrintArea}
        light={light}
        highResolutionUrl={highResolutionUrl}
      />
    )
  return (
    <Modal
      visible={open}
      title={<span className="batch-large-name">{template ? templateName(template) : ''}</span>}
      footer={null}
      maskClosable
      onCancel={onClose}
      className="batch-large"
    >
      <div
        className="batch-large-space"
        role="img"
        aria-label={template && `「${templateName(template)}」的预览`}
        data-sharp={highResolutionUrl !== null}
      >
        {caseView(false)}
      </div>
      <div className="batch-large-foot">
        <Button icon={<IconLeft />} disabled={shownIndex <= 0} onClick={() => moveBy(-1)}>
          上一个
        </Button>
        <Button disabled={shownIndex >= templates.length - 1} onClick={() => moveBy(1)}>
          下一个
          <IconRight />
        </Button>
        {template && <Button onClick={() => onModels(template)}>各机型效果</Button>}
        {makeSolid !== null && (
          <Button icon={<IconRotateRight />} onClick={() => setTurning(true)}>
            转动看看
          </Button>
        )}
        <span className="batch-large-facts numeric" aria-live="polite">
          第 {shownIndex + 1} 个，共 {templates.length} 个
        </span>
      </div>
      {template && makeSolid !== null && (
        <TurnView
          open={open && isTurning}
          name={templateName(template)}
          caseKey={`${template.id} ${template.revision} ${wireframe?.id} ${paper}`}
          prepare={(signal) => makeSolid(template, signal)}
          flat={caseView(true)}
          onClose={() => setTurning(false)}
        />
      )}
    </Modal>
  )
}
