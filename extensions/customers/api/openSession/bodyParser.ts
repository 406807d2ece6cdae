import express from 'express';

// Each parser ignores bodies of other types.
export default express
  .Router()
  .use(express.json({ inflate: false }), express.urlencoded({ inflate: false, extended: false }));
