import { useQueryClient } from '@tanstack/react-query'
import { templateKeys } from '../../api/queries/templates'
import { screens } from '../../base/paths'
import TemplateScreen from '../../features/templates/template-screen'
import { discardUnsaved } from '../../ui/leave-guard'
import { type ScreenParams, useScreenParams } from '../../ui/use-list-query'
import { useEverTrue } from '../../ui/use-value-while-closing'
import { goTo } from '../location'
import { DesignerDrawer, type DesignerTarget } from './lazy-designer'

const idOf = (text: string): number | null => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : null)

/** Returns the design that `?design=new&collection=3` or `?design=17` opens. */
function openedDesign(params: ScreenParams<'collection' | 'design'>): DesignerTarget | null {
  const collectionId = idOf(params.get('collection'))
  if (params.get('design') === 'new') return collectionId === null ? null : { kind: 'new', collectionId }
  const templateId = idOf(params.get('design'))
  return templateId === null ? null : { kind: 'edit', templateId }
}

/** Template management with the designer over it; the address contains the open design. */
export default function TemplateManagement() {
  const params = useScreenParams(screens.templates)
  const queries = useQueryClient()
  const open = openedDesign(params)
  const needed = useEverTrue(open !== null)

  const openDesign = (design: 'new' | number, collectionId: number) => {
    // The second click of a double click would add an entry, so that Back needs two clicks.
    if (params.get('design') === String(design)) return
    params.set({ collection: collectionId, design })
  }

  const close = () => {
    // The designer itself has asked about unsaved work.
    discardUnsaved()
    params.set({ design: null })
  }

  const saved = (templateId: number, collectionId: number) => {
    // The first save replaces "new" by this template, and a copy replaces the original, so that a reload opens what was saved.
    // Not by the router, which would ask about work that has just been saved.
    const shown = params.get('design')
    if (shown !== '' && shown !== String(templateId))
      goTo(params.href({ collection: collectionId, design: templateId }), { replace: true })
    void queries.invalidateQueries({ queryKey: templateKeys.lists() })
  }

  return (
    <>
      <TemplateScreen onOpen={openDesign} />
      {needed && <DesignerDrawer open={open} onClose={close} onSaved={saved} />}
    </>
  )
}
