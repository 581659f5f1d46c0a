import { useMedia } from '../../ui/use-media'

/** Whether there is room for both panels beside the canvas. */
export const useWide = (): boolean => useMedia('(min-width: 1180px)')
