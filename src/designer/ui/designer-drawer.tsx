import type { Origin } from '../../../design/template/load'
import './designer.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DesignComponent } from '../../../contract/types'
import { emptyDoc } from '../../../design/model/create'
import { openComponent, openCustomization, openTemplate } from '../../../design/template/load'
import { meQuery } from '../../api/queries/session'
import { templateQuery } from '../../api/queries/templates'
import { useApi } from '../../api/services'
import { findStartPreview } from '../../template-tools/preview/start-preview'
import { Drawer } from '../../ui/drawer'
import { LoadError } from '../../ui/failure-view'
import { useShowChange } from './components/use-components'
import { DesignerProvider, useCell, useDesigner } from './context'
import { DesignerScreen } from './designer'
import { Frame, LoadingFrame } from './frame'
import { useDesignerParts } from './use-designer-parts'

export type DesignerTarget =
  | { kind: 'new'; collectionId: number }
  | { kind: 'edit'; templateId: number }
  | { kind: 'correct'; customizationId: number }
  | { kind: 'component'; componentId: number }

export interface DesignerDrawerProps {
  /** The design being edited; null while the drawer is closed. */
  readonly open: DesignerTarget | null
  readonly onClose: () => void
  readonly onSaved?: (templateId: number, collectionId: number) => void
}

/** The designer in a drawer over the whole window. */
export default function DesignerDrawer({ open, onClose, onSaved }: DesignerDrawerProps) {
  const closer = useRef<(() => void) | null>(null)
  const setCloser = useCallback((close: (() => void) | null) => {
    closer.current = close
  }, [])
  const visible = open !== null
  useEffect(() => {
    const page = document.getElementById('root')
    if (!visible || !page) return
    // The page's buttons lie under the designer and have the same names as the designer's.
    page.setAttribute('aria-hidden', 'true')
    return () => page.removeAttribute('aria-hidden')
  }, [visible])
  return (
    <Drawer
      visible={visible}
      width="100%"
      placement="right"
      title={null}
      footer={null}
      closable={false}
      // Escape cancels a drag or a selection here; the drawer is closed by its button.
      escToExit={false}
      maskClosable={false}
      unmountOnExit
      className="designer-drawer"
      onCancel={() => (closer.current ?? onClose)()}
    >
      {open && <OpenDesign open={open} onClose={onClose} onSaved={onSaved} registerClose={setCloser} />}
    </Drawer>
  )
}

interface OpenedProps extends DesignerDrawerProps {
  readonly open: DesignerTarget
  readonly registerClose: (close: (() => void) | null) => void
}

function keyOf(target: DesignerTarget): string {
  if (target.kind === 'new') return `new-${target.collectionId}`
  if (target.kind === 'component') return `component-${target.componentId}`
  return target.kind === 'edit' ? `edit-${target.templateId}` : `correct-${target.customizationId}`
}

/** Keeps the design open when its first save changes the address from "new" to "edit this template". */
function OpenDesign({ open, onClose, onSaved, registerClose }: OpenedProps) {
  const [current, setCurrent] = useState(open)
  const [savedId, setSavedId] = useState<number | null>(null)
  const key = keyOf(current)
  const isSavedNow = open.kind === 'edit' && open.templateId === savedId
  if (keyOf(open) !== key && !isSavedNow) {
    setCurrent(open)
    setSavedId(null)
  }
  const saved = useCallback(
    (templateId: number, collectionId: number) => {
      setSavedId(templateId)
      onSaved?.(templateId, collectionId)
    },
    [onSaved],
  )
  return <Loader key={key} open={current} onClose={onClose} onSaved={saved} registerClose={registerClose} />
}

interface LoaderProps {
  readonly open: DesignerTarget
  readonly onClose: () => void
  readonly onSaved: (templateId: number, collectionId: number) => void
  readonly registerClose: (close: (() => void) | null) => void
  /** Called with the component that is opened, and with what a save made of it. */
  readonly onRead?: (component: DesignComponent) => void
  readonly onChanged?: (component: DesignComponent) => void
}

function Loader({ open, onClose, onSaved, registerClose, onRead, onChanged }: LoaderProps) {
  const api = useApi()
  const queries = useQueryClient()
  const me = useQuery({ ...meQuery(api), meta: { quiet: true } })
  const username = me.data?.username
  const [ready, setReady] = useState<Origin | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` only restarts the loading.
  useEffect(() => {
    if (username === undefined) return
    let wanted = true
    const read = async (): Promise<Origin> => {
      if (open.kind === 'edit') {
        const template = await queries.fetchQuery({ ...templateQuery(api, open.templateId), meta: { quiet: true } })
        return openTemplate(template)
      }
      if (open.kind === 'correct') {
        const params = { id: open.customizationId }
        return openCustomization(await api.customizations.design({ params }, { quiet: true, again: true }))
      }
      if (open.kind === 'component') {
        const params = { id: open.componentId }
        const component = await api.designComponents.get({ params }, { quiet: true, again: true })
        onRead?.(component)
        return openComponent(component)
      }
      const start = await findStartPreview(queries, api, username)
      const doc = {
        ...emptyDoc(start ? { width: start.wireframe.width, height: start.wireframe.height } : undefined),
        previewPhoneModelId: start?.phoneModelId ?? null,
        previewMaterialColorId: start?.materialColorId ?? null,
      }
      return { subject: 'template', doc, templateId: null, collectionId: open.collectionId, revision: null }
    }
    read().then(
      (read) => wanted && setReady(read),
      (failure: unknown) => wanted && setError(failure),
    )
    return () => {
      wanted = false
    }
  }, [open, username, api, queries, attempt, onRead])

  const failure = error ?? me.error
  if (failure) {
    const retry = () => {
      setError(null)
      if (me.isError) void me.refetch()
      setAttempt((count) => count + 1)
    }
    return (
      <Frame onClose={onClose}>
        <LoadError error={failure} onRetry={retry} />
      </Frame>
    )
  }
  if (!ready || username === undefined) return <LoadingFrame onClose={onClose} />
  return <ReadyDesigner origin={ready} username={username} {...{ onClose, onSaved, registerClose, onChanged }} />
}

type ReadyProps = Pick<LoaderProps, 'onClose' | 'onSaved' | 'registerClose'> & { readonly onChanged: LoaderProps['onChanged'] }

function ReadyDesigner({ origin, username, ...rest }: { origin: Origin; username: string } & ReadyProps) {
  const designer = useDesignerParts(origin, username)
  if (!designer) return <LoadingFrame onClose={rest.onClose} />
  return (
    <DesignerProvider value={designer}>
      <OpenDesigner {...rest} />
    </DesignerProvider>
  )
}

/** The open design, or in its place the component that is edited out of it: the design stays open behind, with its history. */
function OpenDesigner(props: ReadyProps) {
  const designer = useDesigner()
  const { component } = designer.uiState
  const componentId = useCell(component)
  const { changed } = useShowChange()
  const shown = useRef<DesignComponent | null>(null)
  const onRead = useCallback((read: DesignComponent) => {
    shown.current = read
  }, [])
  const target = useMemo(() => (componentId === null ? null : ({ kind: 'component', componentId } as const)), [componentId])
  if (target === null) return <DesignerScreen designer={designer} {...props} />
  const close = () => component.set(null)
  return (
    <Loader
      key={target.componentId}
      open={target}
      onClose={close}
      onSaved={() => undefined}
      registerClose={props.registerClose}
      onRead={onRead}
      onChanged={(saved) => {
        if (shown.current) changed(shown.current, saved)
        close()
      }}
    />
  )
}
