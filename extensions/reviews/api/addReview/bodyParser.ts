import express from 'express';

// Each leaves alone what is not of its kind.
export default express
  .Router()
  .use(express.json({ inflate: false }), express.urlencoded({ inflate: false, extended: false }));
