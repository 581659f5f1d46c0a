import { Alert, Button } from '@arco-design/web-react'
import { IconClose, IconTool } from '@arco-design/web-react/icon'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { noPermissionText } from '../../../contract/errors'
import { subAccountTutorial } from '../../base/paths'
import { usePreview } from '../../template-tools/preview/use-preview'
import { CopyButton } from '../../ui/copy-button'
import { discardUnsaved } from '../../ui/leave-guard'
import { toastHint, toastSuccess } from '../../ui/toast'
import { useMedia } from '../../ui/use-media'
import { CanvasHost } from './canvas-host'
import { ChecksProvider, useCreateChecks, useSaveQuestion } from './checks/check-context'
import { SaveQuestionDialog } from './checks/save-question'
import { CollectionDialog } from './collection-dialog'
import { type Designer, DesignerProvider, useSession } from './context'
import { ContextMenu } from './context-menu'
import { AgreementDialog, CloseDialog, ConflictDialog, DraftDialog } from './dialogs'
import { Header } from './header'
import { LayerList } from './layer-list'
import { type MenuKey, menusOf } from './menus'
import { PropertyPanel } from './property-panel'
import { LayerImportDialog } from './psd/layer-import-dialog'
import { dropPictures } from './replace-picture'
import { ShortcutSheet } from './shortcuts/shortcut-sheet'
import { useDrop } from './use-drop'
import { useKeys } from './use-keys'
import { useLeaving } from './use-leaving'
import { useSave } from './use-save'

interface DesignerScreenProps {
  readonly designer: Designer
  readonly onClose: () => void
  readonly onSaved: (templateId: number, collectionId: number) => void
  /** Registers the function that handles a request to close (mask, Back). */
  readonly registerClose: (close: (() => void) | null) => void
}

export function DesignerScreen(props: DesignerScreenProps) {
  return (
    <DesignerProvider value={props.designer}>
      <DesignerLayout {...props} />
    </DesignerProvider>
  )
}

function DesignerLayout({ designer, onClose, onSaved, registerClose }: DesignerScreenProps) {
  const { session, texts, username } = designer
  // There is enough space for both panels beside the canvas.
  const wide = useMedia('(min-width: 1180px)')
  const [panel, setPanel] = useState<MenuKey | 'properties' | null>(() =>
    wide || session.getState().doc.layers.length === 0 ? 'upload' : null,
  )
  const drop = useDrop((transferred, at) => void dropPictures(designer, transferred, at))
  const saveError = useSession((state) => state.saveError)
  const preview = usePreview(
    {
      phoneModelId: useSession((state) => state.doc.previewPhoneModelId),
      materialColorId: useSession((state) => state.doc.previewMaterialColorId),
    },
    username,
  )
  const needBackground = preview.choice?.material.needBackground ?? false
  const checks = useCreateChecks(designer, { wireframe: preview.wireframe, needBackground })
  const question = useSaveQuestion(designer, checks)
  const designSave = useSave(designer, onSaved, question.confirmSave)
  const { save } = designSave
  const leaving = useLeaving(save)
  const { confirmLeave } = leaving

  const trySave = useCallback(() => void save(), [save])
  useKeys(designer, trySave)
  useNotices(designer)
  useFlushOnHide(designer)

  const close = useCallback(async () => {
    await texts.whenSettled()
    if (!(await confirmLeave())) return
    discardUnsaved()
    onClose()
  }, [confirmLeave, onClose, texts])
  useEffect(() => {
    registerClose(() => void close())
    return () => registerClose(null)
  }, [registerClose, close])

  const menus = menusOf(useSession((state) => state.subject))
  const menu = menus.find(({ key }) => key === panel)
  const right = wide || panel === 'properties'
  return (
    <ChecksProvider value={checks}>
      <div className={drop.over ? 'designer is-drop' : 'designer'} data-designer="" tabIndex={-1} {...drop.handlers}>
        <Header preview={preview} isSaving={designSave.isSaving} onSave={trySave} onClose={() => void close()} />
        {saveError !== null && (
          <Alert
            type="error"
            className="designer-save-error"
            content={
              <>
                没有保存成功，设计还在这里：{saveError} <CopyButton text={saveError} label="复制错误信息给客服" />
                {saveError.includes(noPermissionText) && <Link href={subAccountTutorial}>查看子账号授权教程</Link>}
              </>
            }
            action={
              <Button size="mini" type="primary" onClick={trySave}>
                重试
              </Button>
            }
          />
        )}
        <div className="designer-body">
          <nav className="designer-rail" aria-label="设计工具">
            {menus.map(({ key, label, icon }) => (
              <button
                key={key}
                type="button"
                className={panel === key ? 'designer-rail-item is-active' : 'designer-rail-item'}
                aria-pressed={panel === key}
                onClick={() => setPanel(panel === key ? null : key)}
              >
                {icon}
                {label}
              </button>
            ))}
            {!wide && (
              <button
                type="button"
                className={right ? 'designer-rail-item is-active' : 'designer-rail-item'}
                aria-pressed={right}
                onClick={() => setPanel(right ? null : 'properties')}
              >
                <IconTool />
                属性
              </button>
            )}
          </nav>
          {menu && (
            <aside className="designer-left" aria-label={`${menu.label}与图层`}>
              <div className="designer-left-panel">
                <menu.Panel />
              </div>
              <div className="designer-left-layers">
                <h3 className="designer-section-title">图层</h3>
                <LayerList />
              </div>
            </aside>
          )}
          <CanvasHost wireframe={preview.wireframe} paper={preview.color?.defaultBackgroundColor ?? null} />
          {right && (
            <aside className="designer-right" aria-label="属性">
              {!wide && (
                <Button
                  className="designer-fold"
                  size="mini"
                  type="text"
                  icon={<IconClose />}
                  aria-label="收起属性"
                  onClick={() => setPanel(null)}
                />
              )}
              <PropertyPanel />
            </aside>
          )}
        </div>
        {drop.over && <div className="designer-drop">松开鼠标，上传图片</div>}
        <ContextMenu />
        <ShortcutSheet />
        <LayerImportDialog />
        <DraftDialog />
        <ConflictDialog onSaveAgain={trySave} />
        <CollectionDialog onSaveAgain={trySave} />
        <SaveQuestionDialog question={question} />
        <AgreementDialog visible={designSave.isAskingAgreement} onAnswer={designSave.answerAgreement} />
        <CloseDialog leaving={leaving} isSaving={designSave.isSaving} />
      </div>
    </ChecksProvider>
  )
}

/** Shows each of the session's notices once. The next of its kind replaces it, or keys pressed quickly would pile up a column of them. */
function useNotices({ session }: Designer): void {
  useEffect(() => {
    return session.subscribe(({ notice }, before) => {
      if (!notice || notice === before.notice) return
      if (notice.kind === 'success') toastSuccess(notice.text, 'designer-success')
      else toastHint(notice.text, 'designer-hint')
    })
  }, [session])
}

/** A hidden page may never return, so the draft is written while there is time. */
function useFlushOnHide({ session }: Designer): void {
  useEffect(() => {
    const flush = () => {
      if (document.visibilityState === 'hidden') void session.flushDraft()
    }
    document.addEventListener('visibilitychange', flush)
    return () => document.removeEventListener('visibilitychange', flush)
  }, [session])
}
