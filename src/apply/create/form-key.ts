/** The name under which the tab keeps what the create form holds, until the loan is there. */
export const createFormKey = 'create';
