/** The calls of the buyers' page, which loads no others, as `METHOD path`. It must not import anything. */
export const buyerRoutes = {
  buyer: {
    link: 'GET /api/buyer/links/{token}',
    opened: 'POST /api/buyer/links/{token}/openings',
    challenge: 'POST /api/buyer/links/{token}/challenges',
    begin: 'POST /api/buyer/links/{token}/designs',
    get: 'GET /api/buyer/designs/{id}',
    offer: 'GET /api/buyer/designs/{id}/offer',
    save: 'PUT /api/buyer/designs/{id}',
    uploadForm: 'POST /api/buyer/designs/{id}/uploads',
    uploaded: 'POST /api/buyer/designs/{id}/uploads/{fileId}',
    assets: 'GET /api/buyer/designs/{id}/assets',
    drawText: 'POST /api/buyer/designs/{id}/texts',
    cutout: 'POST /api/buyer/designs/{id}/cutouts',
    submit: 'POST /api/buyer/designs/{id}/submissions',
    drawing: 'GET /api/buyer/designs/{id}/drawing',
    bindOrder: 'POST /api/buyer/designs/{id}/orders',
    share: 'POST /api/buyer/designs/{id}/share',
    unshare: 'DELETE /api/buyer/designs/{id}/share',
    copy: 'POST /api/buyer/designs/{id}/copies',
    shared: 'GET /api/buyer/designs/{id}/shared',
    remove: 'DELETE /api/buyer/designs/{id}',
  },
  cutoutTasks: {
    create: 'POST /api/image_cutout_tasks',
    get: 'GET /api/image_cutout_tasks/{id}',
  },
} as const
