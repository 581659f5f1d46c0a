import type { Origin } from '../../design/template/load'
import './designer.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { meQuery } from '../../api/queries/session'
import { templateQuery } from '../../api/queries/templates'
import { useApi } from '../../api/services'
import { emptyDoc } from '../../design/model/create'
import { openTemplate } from '../../design/template/load'
import { findStartPreview } from '../../template-tools/preview/start-preview'
import { Drawer } from '../../ui/drawer'
import { LoadError } from '../../ui/failure-view'
import { DesignerScreen } from './designer'
import { Frame, LoadingFrame } from './frame'
import { useDesignerParts } from './use-designer-parts'

export type DesignerOpen = { kind: 'new'; collectionId: number } | { kind: 'edit'; templateId: number }

export interface DesignerDrawerProps {
  /** The design being edited; null while the drawer is closed. */
  readonly open: DesignerOpen | null
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
      {open && <Opened open={open} onClose={onClose} onSaved={onSaved} onCloser={setCloser} />}
    </Drawer>
  )
}

interface OpenedProps extends DesignerDrawerProps {
  readonly open: DesignerOpen
  readonly onCloser: (close: (() => void) | null) => void
}

/** Keeps the design open when its first save changes the address from "new" to "edit this template". */
function Opened({ open, onClose, onSaved, onCloser }: OpenedProps) {
  const [held, setHeld] = useState(open)
  const [savedId, setSavedId] = useState<number | null>(null)
  const isOther =
    open.kind === 'edit'
      ? open.templateId !== savedId && !(held.kind === 'edit' && held.templateId === open.templateId)
      : held.kind !== 'new' || held.collectionId !== open.collectionId
  if (isOther) {
    setHeld(open)
    setSavedId(null)
  }
  const saved = useCallback(
    (templateId: number, collectionId: number) => {
      setSavedId(templateId)
      onSaved?.(templateId, collectionId)
    },
    [onSaved],
  )
  const key = held.kind === 'edit' ? `edit-${held.templateId}` : `new-${held.collectionId}`
  return <Loader key={key} open={held} onClose={onClose} onSaved={saved} onCloser={onCloser} />
}

interface LoaderProps {
  readonly open: DesignerOpen
  readonly onClose: () => void
  readonly onSaved: (templateId: number, collectionId: number) => void
  readonly onCloser: (close: (() => void) | null) => void
}

function Loader({ open, onClose, onSaved, onCloser }: LoaderProps) {
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
      const start = await findStartPreview(queries, api, username)
      const doc = {
        ...emptyDoc(start ? { width: start.wireframe.width, height: start.wireframe.height } : undefined),
        previewPhoneModelId: start?.phoneModelId ?? null,
        previewMaterialColorId: start?.materialColorId ?? null,
      }
      return { doc, templateId: null, collectionId: open.collectionId, revision: null }
    }
    read().then(
      (read) => wanted && setReady(read),
      (failure: unknown) => wanted && setError(failure),
    )
    return () => {
      wanted = false
    }
  }, [open, username, api, queries, attempt])

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
  return <Standing origin={ready} username={username} onClose={onClose} onSaved={onSaved} onCloser={onCloser} />
}

function Standing({ origin, username, ...rest }: { origin: Origin; username: string } & Omit<LoaderProps, 'open'>) {
  const designer = useDesignerParts(origin, username)
  if (!designer) return <LoadingFrame onClose={rest.onClose} />
  return <DesignerScreen designer={designer} {...rest} />
}
