/** The name of the task kind and the queue of syncs of orders. It is stored with tasks and jobs. */
export const orderSyncKind = 'order-sync'
