import { Alert, Button } from '@arco-design/web-react'
import { IconClose, IconTool } from '@arco-design/web-react/icon'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { noPermissionText } from '../../../contract/errors'
import type { DesignComponent } from '../../../contract/types'
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
import { ComponentNameDialog } from './components/name-dialog'
import { UpdateQuestion } from './components/update-question'
import { type Designer, DesignerProvider, useCell, useSession } from './context'
import { ContextMenu } from './context-menu'
import { AgreementDialog, CloseDialog, ConflictDialog, DraftDialog, ShelfDialog } from './dialogs'
import { Header } from './header'
import { type MenuKey, menusOf } from './menus'
import { LayerImportDialog } from './psd/layer-import-dialog'
import { dropPictures } from './replace-picture'
import { ShortcutSheet } from './shortcuts/shortcut-sheet'
import { SideColumn } from './side/side-column'
import { useDrop } from './use-drop'
import { useKeptFocus } from './use-kept-focus'
import { useKeys } from './use-keys'
import { useLeaving } from './use-leaving'
import { useSave } from './use-save'

interface DesignerScreenProps {
  readonly designer: Designer
  readonly onClose: () => void
  readonly onSaved: (templateId: number, collectionId: number) => void
  /** Registers the function that handles a request to close (mask, Back). */
  readonly registerClose: (close: (() => void) | null) => void
  /** Called with the component that was edited when it was saved. */
  readonly onChanged?: ((component: DesignComponent) => void) | undefined
}

export function DesignerScreen(props: DesignerScreenProps) {
  return (
    <DesignerProvider value={props.designer}>
      <DesignerLayout {...props} />
    </DesignerProvider>
  )
}

function DesignerLayout({ designer, onClose, onSaved, registerClose, onChanged }: DesignerScreenProps) {
  const { session, texts, uiState, username } = designer
  // There is enough space for the right column beside the canvas.
  const wide = useMedia('(min-width: 1000px)')
  const sideShown = useCell(uiState.sideShown)
  const rulers = useCell(uiState.view).rulers
  // A design with layers begins with the whole canvas in sight.
  const [panel, setPanel] = useState<MenuKey | null>(() => (session.getState().doc.layers.length === 0 ? 'upload' : null))
  const drop = useDrop((transferred, at) => void dropPictures(designer, transferred, at))
  const saveError = useSession((state) => state.saveError)
  const preview = usePreview(
    {
      phoneModelId: useSession((state) => state.doc.previewPhoneModelId),
      materialColorId: useSession((state) => state.doc.previewMaterialColorId),
    },
    username,
  )
  const subject = useSession((state) => state.subject)
  // A component is drawn for no phone.
  const wireframe = subject === 'component' ? null : preview.wireframe
  const needBackground = subject !== 'component' && (preview.choice?.material.needBackground ?? false)
  const checks = useCreateChecks(designer, { wireframe, needBackground })
  const question = useSaveQuestion(designer, checks)
  const designSave = useSave(designer, onSaved, question.confirmSave, onChanged)
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

  const menus = menusOf(subject)
  // A panel that was open keeps what was typed, chosen and scrolled in it.
  const [visited, setVisited] = useState<ReadonlySet<MenuKey>>(() => new Set(panel === null ? [] : [panel]))
  const root = useRef<HTMLDivElement>(null)
  useKeptFocus(root)
  const rail = useRef<HTMLElement>(null)
  /** The focus goes back to the entry of the rail, or the next Tab would begin at the top. */
  const closePanel = (entry: string) => {
    rail.current?.querySelector<HTMLElement>(`[data-entry="${entry}"]`)?.focus()
    if (entry === 'side') uiState.sideShown.set(false)
    else setPanel(null)
  }
  const openPanel = (key: MenuKey) => {
    setVisited((before) => new Set([...before, key]))
    setPanel(panel === key ? null : key)
  }
  return (
    <ChecksProvider value={checks}>
      <div ref={root} className={drop.over ? 'designer is-drop' : 'designer'} data-designer="" tabIndex={-1} {...drop.handlers}>
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
        <div className={rulers ? 'designer-body has-rulers' : 'designer-body'}>
          <nav ref={rail} className="designer-rail" aria-label="设计工具">
            {menus.map(({ key, label, icon }) => (
              <button
                key={key}
                type="button"
                data-entry={key}
                className={panel === key ? 'designer-rail-item is-active' : 'designer-rail-item'}
                aria-pressed={panel === key}
                onClick={() => openPanel(key)}
              >
                {icon}
                {label}
              </button>
            ))}
            {!wide && (
              <button
                type="button"
                data-entry="side"
                className={sideShown ? 'designer-rail-item is-active' : 'designer-rail-item'}
                aria-pressed={sideShown}
                aria-label="属性与图层"
                onClick={() => uiState.sideShown.set(!sideShown)}
              >
                <IconTool />
                属性
              </button>
            )}
          </nav>
          {menus
            .filter(({ key }) => visited.has(key))
            .map(({ key, label, Panel }) => (
              <aside key={key} className="designer-left" aria-label={label} hidden={panel !== key}>
                <div className="designer-panel-head">
                  <h2 className="designer-section-title">{label}</h2>
                  <Button
                    size="small"
                    type="text"
                    icon={<IconClose />}
                    aria-label={`收起${label}`}
                    onClick={() => closePanel(key)}
                  />
                </div>
                <div className="designer-left-panel">
                  <Panel />
                </div>
              </aside>
            ))}
          <CanvasHost
            wireframe={wireframe}
            whiteInk={preview.choice?.material.whiteInk ?? 'profile'}
            paper={subject === 'component' ? null : (preview.color?.defaultBackgroundColor ?? null)}
          />
          {(wide || sideShown) && <SideColumn onClose={wide ? null : () => closePanel('side')} />}
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
        <ShelfDialog visible={designSave.isAskingShelf} onAnswer={designSave.answerShelf} />
        <UpdateQuestion component={designSave.updated} onAnswer={designSave.answerUpdate} />
        <ComponentNameDialog />
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

/** A hidden page may never return, so the drafts are written while there is time; one that returns looks for those of colleagues. */
function useFlushOnHide({ session, sharedDrafts }: Designer): void {
  useEffect(() => {
    const flush = () => {
      if (document.visibilityState === 'visible') return void sharedDrafts.find()
      void session.flushDraft()
      void sharedDrafts.flush()
    }
    document.addEventListener('visibilitychange', flush)
    return () => document.removeEventListener('visibilitychange', flush)
  }, [session, sharedDrafts])
}
