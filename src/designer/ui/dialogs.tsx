import './dialogs.css'
import { Button, Space } from '@arco-design/web-react'
import dayjs from 'dayjs'
import { useState } from 'react'
import { isAgreementAccepted } from '../../agreement/agreement-store'
import { ServiceAgreement } from '../../agreement/service-agreement'
import { Modal } from '../../ui/modal'
import { componentConflictText, conflictOptions, conflictText, customizationConflictText } from '../session/conflict'
import type { ConflictChoice } from '../session/types'
import { ConflictVersions } from './conflict-versions'
import { useDesigner, useSession } from './context'
import { useRunningCutouts } from './portrait/cutout-mark'
import type { Leaving } from './use-leaving'

/**
 * A draft of this design was found on this machine. Closing the dialog gives neither answer, so that none is given by accident.
 */
export function DraftDialog() {
  const { session } = useDesigner()
  const offer = useSession((state) => state.draftOffer)
  return (
    <Modal
      visible={offer !== null}
      title="发现未保存的草稿"
      closable={false}
      escToExit={false}
      footer={
        <Space>
          <Button onClick={() => void session.discardDraft()}>丢弃</Button>
          <Button type="primary" onClick={() => session.acceptDraft()}>
            恢复草稿
          </Button>
        </Space>
      }
    >
      {offer && (
        <p>
          上次在 {dayjs(offer.draft.savedAt).format('M月D日 HH:mm')} 的修改没有保存，共 {offer.draft.doc.layers.length} 个图层。
          {offer.outdated && '此后模板又被保存过，恢复后保存时会请您选择如何处理。'}
        </p>
      )}
    </Modal>
  )
}

const ownConflictText = { template: {}, customization: customizationConflictText, component: componentConflictText }

interface CloseDialogProps {
  readonly leaving: Leaving
  readonly isSaving: boolean
}

/** Asks before a design is left that has unsaved edits, or layers that are still being cut out. */
export function CloseDialog({ leaving: { isAsking, isUnsaved, stay, discard, save }, isSaving }: CloseDialogProps) {
  const cutting = useRunningCutouts()
  const cuttingText = `${cutting} 个图层还在抠图。离开后抠图会继续，下次打开这个设计时换上结果。`
  return (
    <Modal
      visible={isAsking}
      title={isUnsaved ? '是否保存' : '抠图还没有完成'}
      onCancel={stay}
      footer={
        isUnsaved ? (
          <Space>
            <Button onClick={stay}>继续编辑</Button>
            <Button status="danger" disabled={isSaving} onClick={() => void discard()}>
              不保存
            </Button>
            <Button type="primary" loading={isSaving} onClick={() => void save()}>
              保存
            </Button>
          </Space>
        ) : (
          <Space>
            <Button onClick={() => void discard()}>离开</Button>
            <Button type="primary" onClick={stay}>
              继续等待
            </Button>
          </Space>
        )
      }
    >
      {isUnsaved && <p>设计有未保存的修改，关闭前是否保存？</p>}
      {cutting > 0 && <p>{cuttingText}现在的设计里还是没有抠过的图片。</p>}
      {!isUnsaved && cutting === 0 && <p>抠图已经结束。</p>}
    </Modal>
  )
}

/** Somebody saved the template first: nothing is lost before the seller chooses. */
export function ConflictDialog({ onSaveAgain }: { readonly onSaveAgain: () => void }) {
  const { session } = useDesigner()
  const conflict = useSession((state) => state.conflict)
  const mine = useSession((state) => (state.conflict ? state.doc : null))
  const subject = useSession((state) => state.subject)
  const texts = { ...conflictText, ...ownConflictText[subject] }
  const choose = (choice: ConflictChoice) => {
    session.resolveConflict(choice)
    if (choice !== 'reload') onSaveAgain()
  }
  return (
    <Modal
      visible={conflict !== null}
      title={conflict?.theirs === null ? texts.deletedTitle : texts.title}
      closable={false}
      escToExit={false}
      footer={null}
    >
      {conflict && (
        <>
          <p>{conflict.theirs ? texts.body : texts.deleted}</p>
          {conflict.theirs && mine && <ConflictVersions mine={mine} theirs={conflict.theirs.doc} />}
          <ul className="designer-conflict">
            {conflictOptions(conflict, subject).map(({ choice, label, hint }, index) => (
              <li key={choice}>
                <Button
                  long
                  type={index === 0 ? 'primary' : 'secondary'}
                  status={choice === 'overwrite' ? 'danger' : 'default'}
                  onClick={() => choose(choice)}
                >
                  {label}
                </Button>
                <p className="designer-hint">{hint}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}

interface AgreementDialogProps {
  readonly visible: boolean
  readonly onAnswer: (accepted: boolean) => void
}

export function AgreementDialog({ visible, onAnswer }: AgreementDialogProps) {
  const [accepted, setAccepted] = useState(isAgreementAccepted)
  return (
    <Modal
      visible={visible}
      title="保存前请确认服务协议"
      okText="同意并保存"
      cancelText="取消"
      okButtonProps={{ disabled: !accepted }}
      onOk={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      <ServiceAgreement onChange={setAccepted} />
    </Modal>
  )
}

interface ShelfDialogProps {
  readonly visible: boolean
  /** Null does not save. */
  readonly onAnswer: (enabled: boolean | null) => void
}

/** Asks at the first save whether buyers may see the template. */
export function ShelfDialog({ visible, onAnswer }: ShelfDialogProps) {
  return (
    <Modal
      visible={visible}
      title="现在就上架吗？"
      onCancel={() => onAnswer(null)}
      footer={
        <Space>
          <Button onClick={() => onAnswer(true)}>保存并上架</Button>
          <Button type="primary" onClick={() => onAnswer(false)}>
            先保存，不上架
          </Button>
        </Space>
      }
    >
      <p>上架以后，买家在定制页里马上可以选这个模板。还没有做完的模板可以先不上架，以后在「设置」或模板列表里上架。</p>
    </Modal>
  )
}
